import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

export interface NotLoadedProps {
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

/** The button that reads it once more. */
export function TryAgain({ isPending = false, onRetry }: Omit<NotLoadedProps, 'text'>) {
  return (
    <Button variant="outline" isPending={isPending} onPress={() => void onRetry()}>
      Try again
    </Button>
  );
}
