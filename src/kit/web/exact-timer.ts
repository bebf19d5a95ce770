import { serverNow } from './server-clock.ts';

/** The longest that a browser's timer can wait, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Calls `look` at that instant of the server's clock, and at once whenever the page comes back: a
 * device that slept did not count. Returns what takes it back.
 */
export function wakeAt(instant: number, look: () => void): () => void {
  const timer = setTimeout(look, Math.min(Math.max(0, instant - serverNow()), LONGEST));
  const lookWhenSeen = () => {
    if (document.visibilityState === 'visible') look();
  };
  document.addEventListener('visibilitychange', lookWhenSeen);
  window.addEventListener('online', look);
  window.addEventListener('pageshow', look);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookWhenSeen);
    window.removeEventListener('online', look);
    window.removeEventListener('pageshow', look);
  };
}
