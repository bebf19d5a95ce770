import { useEffect, useId } from 'react';
import { useLocation } from 'wouter';
import { createStore } from '../create-store.ts';
import { useMessage } from '../toasts.ts';
import { usePreloaded } from '../use-preloaded.ts';
import type { StripPlace } from './StripCard.tsx';

/**
 * Delay before the code of the message card is preloaded, in milliseconds, so that it does not
 * delay the first screen.
 */
const AT_HAND_AFTER_MS = 2_000;

const loadCard = async () => (await import('./StripCard.tsx')).StripCard;

/**
 * Ids of the mounted strips, in the order in which they were mounted. A dialog is mounted after the
 * screen below it, so its strip comes later.
 */
const strips = createStore<readonly string[]>([]);

/**
 * Returns the current message if this strip was mounted last. Strips below a dialog show nothing,
 * because they cannot be pressed.
 */
function useOwnMessage() {
  const id = useId();
  const message = useMessage();
  const newest = strips.useValue().at(-1);
  useEffect(() => {
    strips.set([...strips.get(), id]);
    return () => strips.set(strips.get().filter((other) => other !== id));
  }, [id]);
  return newest === id ? message : undefined;
}

/** True if a message takes space on the screen of `path`. */
export function useIsMessageShown(path: string): boolean {
  const message = useMessage();
  return message !== undefined && message.seenOn !== path;
}

/**
 * Shows the result of a press in the layout of a screen, so that the message covers nothing. Both
 * live regions are rendered before the first message, because otherwise a screen reader would not
 * announce it.
 */
export function MessageStrip({ place }: { place: StripPlace }) {
  const message = useOwnMessage();
  const [path] = useLocation();
  const Card = usePreloaded(loadCard, {
    afterMs: AT_HAND_AFTER_MS,
    isNeeded: message !== undefined,
    again: message,
  });
  const card = Card && message && (
    <Card key={message.id} message={message} place={message.seenOn === path ? 'row' : place} />
  );
  const isError = message?.kind === 'error';
  return (
    <div className={`message-strip ${place === 'bar' ? 'sticky top-0 z-20' : ''}`}>
      <div role="status">{!isError && card}</div>
      <div role="alert">{isError && card}</div>
    </div>
  );
}
