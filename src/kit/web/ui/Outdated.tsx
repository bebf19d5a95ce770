import { type NotLoadedProps, TryAgain } from './EmptyState.tsx';

/** Stands above what was read before and could not be read again: since when, or that it may be old. */
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
