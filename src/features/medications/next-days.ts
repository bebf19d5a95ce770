import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { type AwayPeriod, isAway } from './away.ts';
import { amountAt } from './dose-amounts.ts';
import type { Amounts } from './pattern-input.ts';
import { dosesOn, type ScheduledMedication } from './schedule.ts';

const DAYS = 7;

/** So far ahead a first dose is looked for. */
const HORIZON_DAYS = 800;

export type ComingMedication = ScheduledMedication & {
  readonly amounts?: Amounts | null | undefined;
  readonly away?: readonly AwayPeriod[] | undefined;
};

export interface ComingDose {
  /** Wall-clock time, HH:MM. */
  readonly time: string;
  /** Pieces; undefined where nobody has said. */
  readonly amount: number | undefined;
}

export interface ComingDay {
  /** Local date, YYYY-MM-DD. */
  readonly date: string;
  /** What is still to come of it, earliest first. */
  readonly doses: readonly ComingDose[];
  /** The amounts are others than on the day with doses before it. */
  readonly isChange: boolean;
}

/** What the next seven days bring from now on, today included, by the same rule as what rings. */
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

/** The local date of the first dose after those days; undefined where none comes. */
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
