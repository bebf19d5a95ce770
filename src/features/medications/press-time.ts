import { MOST_AHEAD_MS } from './limits.ts';

/**
 * When something was said of a dose: at the press, of one that waited on the tablet, and never later
 * than now. A time that cannot be true is of a clock that was wrong; the press is not. It then counts
 * as said when the dose was due, or now if that is still to come: so it is no later than what
 * somebody with a right clock corrected afterwards.
 */
export function pressTime(pressedAt: string | undefined, scheduledTime: Date, now: Date): Date {
  if (pressedAt === undefined) return now;
  const at = Date.parse(pressedAt);
  if (at > now.getTime()) return now;
  const cannotBe = at < scheduledTime.getTime() - MOST_AHEAD_MS;
  return new Date(cannotBe ? Math.min(scheduledTime.getTime(), now.getTime()) : at);
}
