import { MINUTE_MS } from '#platform/shared/durations.ts';

/** Interval of requests for a lock that the browser released, for example on a low battery. */
const AGAIN_MS = MINUTE_MS;

/**
 * Keeps the screen on while the page is visible, if the browser supports it. Returns a function
 * that stops this.
 */
export function lockScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== 'visible' || lock?.released === false) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch {
      // The browser refuses the lock at the moment; the next interval tries again.
    }
  };
  const look = () => void take();
  look();
  const timer = setInterval(look, AGAIN_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    isOver = true;
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    void lock?.release();
  };
}
