import { DAY_MS } from '#platform/shared/durations.ts';
import { OLDEST_PRESS_DAYS } from '../limits.ts';

/**
 * Returns the time of an elder's measurement, which is in the past for a value from the outbox. An
 * impossible time comes from a wrong clock and is replaced by now, so that the value is not lost.
 */
export function pressedAt(told: string | undefined, now: Date): Date {
  if (told === undefined) return now;
  const at = Date.parse(told);
  const isTrue = now.getTime() - OLDEST_PRESS_DAYS * DAY_MS <= at && at <= now.getTime();
  return isTrue ? new Date(at) : now;
}
