import { Spinner } from './Spinner.tsx';

/** Placeholder for a whole page, visible only if loading takes longer than 300 ms. */
export function FullPageLoading() {
  return (
    <div
      role="status"
      className="after-a-moment grid min-h-dvh place-content-center justify-items-center gap-4 text-press"
    >
      <Spinner className="text-[3rem]" />
      Loading...
    </div>
  );
}
