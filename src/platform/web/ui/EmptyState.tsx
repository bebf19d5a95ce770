import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

/** Explains that a list is empty, with an optional button below. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-3 rounded-box bg-ground px-5 py-6 text-center text-soft">
      <p>{text}</p>
      {children}
    </div>
  );
}

export interface NotLoadedProps {
  text: string;
  isPending?: boolean;
  onRetry: () => unknown;
}

/** Shown instead of data that could not be loaded. */
export function NotLoaded({ text, ...retry }: NotLoadedProps) {
  return (
    <EmptyState text={text}>
      <TryAgain {...retry} />
    </EmptyState>
  );
}

export function TryAgain({ isPending = false, onRetry }: Omit<NotLoadedProps, 'text'>) {
  return (
    <Button variant="outline" isPending={isPending} onPress={() => void onRetry()}>
      Try again
    </Button>
  );
}
