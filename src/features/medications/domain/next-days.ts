import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { type AwayPeriod, isAway } from './away.ts';
import { amountAt } from './dose-amounts.ts';
import type { Amounts } from './pattern-input.ts';
import { dosesOn, type ScheduledMedication } from './schedule.ts';

const DAYS = 7;

/** Maximum number of days ahead in which `nextDateAfter` searches for a dose. */
const HORIZON_DAYS = 800;

export type ComingMedication = ScheduledMedication & {
  readonly amounts?: Amounts | null | undefined;
  readonly away?: readonly AwayPeriod[] | undefined;
};

export interface ComingDose {
  /** Wall-clock time, HH:MM. */
  readonly time: string;
  /** Number of units such as tablets; undefined if no amount was entered. */
  readonly amount: number | undefined;
}

export interface ComingDay {
  /** Local date, YYYY-MM-DD. */
  readonly date: string;
  /** The doses of the day that are still in the future, earliest first. */
  readonly doses: readonly ComingDose[];
  /** True if the amounts differ from those of the previous day that has doses. */
  readonly isChange: boolean;
}

/**
 * Returns the future doses of the next seven days, today included, by the same rule as the
 * reminders.
 */
export function comingDays(medication: ComingMedication, now: Date, timezone: string): ComingDay[] {
  const today = localDate(now, timezone);
  let before: string | undefined;
  return Array.from({ length: DAYS }, (_, days) => {
    const date = addDays(today, days);
    const all = dosesOf(medication, date, timezone);
    const amounts = all.map(({ amount }) => amount).join();
    const isChange = before !== undefined && all.length > 0 && amounts !== before;
    if (all.length > 0) before = amounts;
    const doses = all
      .filter(({ scheduledTime }) => scheduledTime > now)
      .map(({ time, amount }) => ({ time, amount }));
    return { date, doses, isChange: isChange && doses.length > 0 };
  });
}

/**
 * Returns the local date of the first dose after the next seven days; undefined if there is none.
 */
export function nextDateAfter(
  medication: ComingMedication,
  now: Date,
  timezone: string,
): string | undefined {
  const first = addDays(localDate(now, timezone), DAYS);
  for (let days = 0; days < HORIZON_DAYS; days += 1) {
    const date = addDays(first, days);
    if (dosesOf(medication, date, timezone).length > 0) return date;
  }
  return undefined;
}

function dosesOf(medication: ComingMedication, date: string, timezone: string) {
  const { away = [] } = medication;
  return dosesOn(medication, date, timezone)
    .filter((dose) => !isAway(away, dose))
    .map(({ time, scheduledTime }) => ({
      time,
      scheduledTime,
      amount: amountAt(medication, { date, time }),
    }));
}
