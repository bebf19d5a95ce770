import { type NotLoadedProps, TryAgain } from './EmptyState.tsx';

/** A notice above cached data that could not be refreshed, with its age. */
export function Outdated({ text, ...retry }: NotLoadedProps) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-box bg-late-tint px-5 py-3 text-late"
    >
      <p className="font-semibold">No connection. {text}</p>
      <TryAgain {...retry} />
    </div>
  );
}
