import { useEffect, useId } from 'react';
import { useLocation } from 'wouter';
import { useMessage } from '../toasts.ts';
import { useAtHand } from '../use-at-hand.ts';
import { watched } from '../watched.ts';
import type { StripPlace } from './StripCard.tsx';

/** The code of the card is small, but the first screen comes before it. */
const AT_HAND_AFTER_MS = 2_000;

const loadCard = async () => (await import('./StripCard.tsx')).StripCard;

/** Ids of the mounted strips. A dialog is mounted after the screen below it. */
const strips = watched<readonly string[]>([]);

/** The message, if this strip is the newest one: only that one is on top and can be pressed. */
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

/** Whether a message takes space on the screen of `path`. */
export function useIsMessageShown(path: string): boolean {
  const message = useMessage();
  return message !== undefined && message.seenOn !== path;
}

/**
 * Shows the result of a press in the flow of a screen, so that it covers nothing. Both live regions
 * exist before the first message: only then does a screen reader announce it.
 */
export function MessageStrip({ place }: { place: StripPlace }) {
  const message = useOwnMessage();
  const [path] = useLocation();
  const Card = useAtHand(loadCard, {
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
