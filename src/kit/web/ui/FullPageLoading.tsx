import { Spinner } from './Spinner.tsx';

/** Stands in for a whole page; shown only when the wait is longer than 300 ms. */
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
