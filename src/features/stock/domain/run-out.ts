import { type AwayPeriod, isAway, periodsOn } from '#features/medications/domain/away.ts';
import { type Amounted, amountAt } from '#features/medications/domain/dose-amounts.ts';
import type { ScheduledMedication } from '#features/medications/domain/schedule.ts';
import { timesOn } from '#features/medications/domain/schedule.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { MedicationStock } from '../contract.ts';
import { HORIZON_DAYS } from '../limits.ts';

export interface Stock {
  readonly unitsPerDose: number;
  /**
   * When to warn: days before the stock runs out; for an as-needed medication, number of doses
   * left. Null means no warning.
   */
  readonly warnBefore: number | null;
  /** Units at the last count, plus later refills. */
  readonly countedUnits: number;
  /** Doses taken since that count whose amount is not in the log. */
  readonly takenDoses: number;
  /** Units of the other doses taken since that count. */
  readonly takenUnits: number;
}

export interface Today {
  readonly date: string;
  /** The times, HH:MM, of today's answered doses: they use no more units. */
  readonly answered: readonly string[];
  /** The away periods of the elder, during which no units are used. */
  readonly away: readonly AwayPeriod[];
}

export type StockState = Pick<
  MedicationStock,
  'left' | 'isBelowNone' | 'runsOutOn' | 'dosesLeft' | 'isLow'
>;

/** The fields of a medication that define its doses and their amounts. */
export type CountedSchedule = ScheduledMedication & Pick<Amounted, 'amounts'>;

/**
 * Returns the remaining units and when they run out by the present schedule. An unanswered dose of
 * today counts as still to be taken.
 */
export function stockState(stock: Stock, medication: CountedSchedule, today: Today): StockState {
  const { unitsPerDose, warnBefore, countedUnits, takenDoses, takenUnits } = stock;
  const rest = countedUnits - takenDoses * unitsPerDose - takenUnits;
  const left = Math.max(0, rest);
  const end = endOf({ left, unitsPerDose }, medication, today);
  const isSaid = medication.pattern?.kind === 'taper' || Boolean(medication.amounts);
  const dosesLeft = isSaid ? end.doses : Math.floor(left / unitsPerDose);
  const isNear =
    warnBefore !== null &&
    (medication.frequency === 'as_needed'
      ? medication.isActive && dosesLeft <= warnBefore
      : end.date !== null && end.date <= addDays(today.date, warnBefore));
  return { left, isBelowNone: rest < 0, runsOutOn: end.date, dosesLeft, isLow: isNear };
}

/**
 * Returns the date of the first dose without enough units, and the number of doses before it. An
 * away period without an end is ignored, because the elder may return tomorrow and then needs the
 * units.
 */
function endOf(
  { left, unitsPerDose }: Pick<Stock, 'unitsPerDose'> & { left: number },
  medication: CountedSchedule,
  today: Today,
): { date: string | null; doses: number } {
  const ending = today.away.filter(({ endDate }) => (endDate ?? '') >= today.date);
  let enough = left;
  let doses = 0;
  let date = today.date;
  for (let day = 0; day <= HORIZON_DAYS; day += 1) {
    const away = periodsOn(ending, date);
    const times = timesOn(medication, date);
    for (const time of day === 0 ? unanswered(times, today.answered) : times) {
      if (isAway(away, { date, time })) continue;
      enough -= amountAt(medication, { date, time }) ?? unitsPerDose;
      if (enough < 0) return { date, doses };
      doses += 1;
    }
    date = addDays(date, 1);
  }
  return { date: null, doses };
}

/**
 * Returns the times of today's doses that are still to be taken. An answer at a time that is no
 * longer in the schedule counts for the earliest open time.
 */
function unanswered(times: readonly string[], answered: readonly string[]): readonly string[] {
  const open = [...times].sort().filter((time) => !answered.includes(time));
  const moved = answered.filter((time) => !times.includes(time)).length;
  return open.slice(moved);
}
