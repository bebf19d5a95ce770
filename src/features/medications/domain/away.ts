import type { z } from 'zod';
import type { awayPeriod } from './away-period.ts';

/**
 * A period during which the elder is away, in wall-clock time of the household. The start is
 * inclusive, the end exclusive. A period without an end lasts until the return is recorded.
 */
export type AwayPeriod = Readonly<z.output<typeof awayPeriod>>;

/** A local date with a wall-clock time: identifies a dose independently of the time zone. */
export interface WallMoment {
  readonly date: string;
  readonly time: string;
}

/** True if a period covers `moment`. A dose at such a moment neither rings nor counts. */
export function isAway(periods: readonly AwayPeriod[], moment: WallMoment): boolean {
  return periods.some((period) => holdsAt(period, moment));
}

/**
 * Compares date and time separately, without concatenating them to one string, because the function
 * runs for each dose and each period.
 */
function holdsAt(
  { startDate, startTime, endDate, endTime }: AwayPeriod,
  { date, time }: WallMoment,
): boolean {
  if (date < startDate || (date === startDate && time < startTime)) return false;
  return endDate === null || date < endDate || (date === endDate && time < (endTime ?? '00:00'));
}

/** Returns the periods that overlap a local date, so that only these are checked for each dose. */
export function periodsOn<Period extends AwayPeriod>(
  periods: readonly Period[],
  date: string,
): readonly Period[] {
  if (periods.length === 0) return periods;
  return periods.filter(
    ({ startDate, endDate }) => startDate <= date && (endDate === null || date <= endDate),
  );
}

/** Returns the period that covers `moment`; if there are several, the one that ends last. */
export function awayAt<Period extends AwayPeriod>(
  periods: readonly Period[],
  moment: WallMoment,
): Period | undefined {
  return periods
    .filter((period) => holdsAt(period, moment))
    .sort((one, other) => (endOf(one) < endOf(other) ? 1 : -1))[0];
}

/** Returns the start as text that sorts by time. */
export function startOf({ startDate, startTime }: AwayPeriod): string {
  return `${startDate} ${startTime}`;
}

/** Returns the end as text that sorts by time; a period without an end sorts last. */
export function endOf({ endDate, endTime }: AwayPeriod): string {
  return endDate === null ? '9999' : `${endDate} ${endTime ?? '00:00'}`;
}
