import { DAY_MS } from '#kit/shared/durations.ts';
import { OLDEST_PRESS_DAYS } from './limits.ts';

/**
 * When an elder measured: at the press, of one that waited on the tablet, and never later than now. A
 * time that cannot be true is of a clock that was wrong; the press is not, and counts as of now.
 */
export function pressedAt(told: string | undefined, now: Date): Date {
  if (told === undefined) return now;
  const at = Date.parse(told);
  const isTrue = now.getTime() - OLDEST_PRESS_DAYS * DAY_MS <= at && at <= now.getTime();
  return isTrue ? new Date(at) : now;
}
