import { Button } from './Button.tsx';
import { EmptyState } from './EmptyState.tsx';

/** What could not be read, and the button that reads it once more. */
export function NotLoaded({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  return (
    <EmptyState text={text}>
      <Button variant="outline" onPress={() => void onRetry()}>
        Try again
      </Button>
    </EmptyState>
  );
}
