import { MINUTE_MS } from '#kit/shared/durations.ts';

/** A lock that the browser took away, as on a low battery, is asked for again this often. */
const AGAIN_MS = MINUTE_MS;

/** Keeps the screen on while the page is looked at, where the browser can. Returns what ends it. */
export function keepScreenOn(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  const take = async () => {
    if (document.visibilityState !== 'visible' || lock?.released === false) return;
    try {
      lock = await navigator.wakeLock.request('screen');
      if (isOver) await lock.release();
    } catch {
      // Refused at the moment; the next look asks again.
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
