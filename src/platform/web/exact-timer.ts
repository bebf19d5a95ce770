import { serverNow } from './server-clock.ts';

/** Maximum delay of a browser's timer, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * Calls `look` at an instant of the server's clock. Timers stop while a device sleeps, so `look` is
 * also called when the page becomes visible or online again. Returns a function that cancels the
 * timer.
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
