import type { z } from 'zod';
import type { awayPeriod } from './away-period.ts';

/**
 * A time in which somebody is away, in wall-clock time of the household: the first moment belongs to
 * it, the last does not. Without an end it goes on until somebody says that they are back.
 */
export type AwayPeriod = Readonly<z.output<typeof awayPeriod>>;

/** A local date and a wall-clock time of it, as which a dose is known whatever the timezone is. */
export interface WallMoment {
  readonly date: string;
  readonly time: string;
}

/** Whether one of the periods holds at that moment: such a dose neither rings nor counts. */
export function isAway(periods: readonly AwayPeriod[], moment: WallMoment): boolean {
  return periods.some((period) => holdsAt(period, moment));
}

/** Asked of each dose and each period: without making a text of them. */
function holdsAt(
  { startDate, startTime, endDate, endTime }: AwayPeriod,
  { date, time }: WallMoment,
): boolean {
  if (date < startDate || (date === startDate && time < startTime)) return false;
  return endDate === null || date < endDate || (date === endDate && time < (endTime ?? '00:00'));
}

/** Those that hold at some time of a local date: of many periods only these are looked at dose by dose. */
export function periodsOn<Period extends AwayPeriod>(
  periods: readonly Period[],
  date: string,
): readonly Period[] {
  if (periods.length === 0) return periods;
  return periods.filter(
    ({ startDate, endDate }) => startDate <= date && (endDate === null || date <= endDate),
  );
}

/** The period that holds at that moment; of several the one that ends last. */
export function awayAt<Period extends AwayPeriod>(
  periods: readonly Period[],
  moment: WallMoment,
): Period | undefined {
  return periods
    .filter((period) => holdsAt(period, moment))
    .sort((one, other) => (endOf(one) < endOf(other) ? 1 : -1))[0];
}

/** As text that sorts by time. */
export function startOf({ startDate, startTime }: AwayPeriod): string {
  return `${startDate} ${startTime}`;
}

/** The same of its end; what has none ends after everything. */
export function endOf({ endDate, endTime }: AwayPeriod): string {
  return endDate === null ? '9999' : `${endDate} ${endTime ?? '00:00'}`;
}
