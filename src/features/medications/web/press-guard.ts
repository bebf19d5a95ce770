/** A finger already falling, or falling twice, decides nothing within this time. */
const GUARD_MS = 700;

/**
 * Says of each press whether it counts: none in the first 700 ms after `openedAt`, none within
 * 700 ms of the last one that did. Milliseconds of any one clock.
 */
export function pressGuard(openedAt: number): (now: number) => boolean {
  let last = openedAt;
  return (now) => {
    if (now - last < GUARD_MS) return false;
    last = now;
    return true;
  };
}
