import { addDays, instantOf, localDate } from '#kit/shared/zoned-time.ts';

/** Wall-clock times of the household between which a person is not alerted; over midnight where `until` is earlier. */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

/**
 * When the quiet hours that it is in at that instant end; undefined outside of them. They begin with
 * their first minute and are over at their last. A wall time that the clocks jump over is moved
 * forward, of one that they show twice it is the first, as with doses.
 */
export function quietUntil(
  hours: QuietHours | undefined,
  now: Date,
  timezone: string,
): Date | undefined {
  if (hours === undefined || hours.from === hours.until) return undefined;
  const { from, until } = hours;
  const today = localDate(now, timezone);
  for (const date of [addDays(today, -1), today]) {
    const begins = instantOf(date, from, timezone);
    const ends = instantOf(until < from ? addDays(date, 1) : date, until, timezone);
    if (begins <= now && now < ends) return ends;
  }
  return undefined;
}
