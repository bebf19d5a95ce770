import { addDays, instantOf, localDate } from '#platform/shared/zoned-time.ts';

/**
 * Wall-clock times of the household between which a person is not alerted. They span midnight if
 * `until` is earlier than `from`.
 */
export interface QuietHours {
  readonly from: string;
  readonly until: string;
}

/**
 * Returns the end of the quiet hours that contain `now`, or undefined outside of them. `from` is
 * inclusive, `until` exclusive. A wall time skipped by a clock change moves forward; an ambiguous
 * one is its first occurrence, as for doses.
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
