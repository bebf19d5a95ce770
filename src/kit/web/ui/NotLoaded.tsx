import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

interface NotLoadedProps {
  text: string;
  /** It is being read once more. */
  isPending?: boolean;
  onRetry: () => unknown;
}

/** Stands instead of what could not be read. */
export function NotLoaded({ text, ...retry }: NotLoadedProps) {
  return (
    <EmptyState text={text}>
      <TryAgain {...retry} />
    </EmptyState>
  );
}

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

function TryAgain({ isPending = false, onRetry }: Omit<NotLoadedProps, 'text'>) {
  return (
    <Button variant="outline" isPending={isPending} onPress={() => void onRetry()}>
      Try again
    </Button>
  );
}
