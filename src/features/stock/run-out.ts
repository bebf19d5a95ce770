import { type AwayPeriod, isAway, periodsOn } from '#features/medications/away.ts';
import { type Amounted, amountAt } from '#features/medications/dose-amounts.ts';
import type { ScheduledMedication } from '#features/medications/schedule.ts';
import { timesOn } from '#features/medications/schedule.ts';
import { addDays } from '#kit/shared/zoned-time.ts';
import type { MedicationStock } from './contract.ts';
import { HORIZON_DAYS } from './limits.ts';

/** What is counted of a medication. */
export interface Stock {
  readonly unitsPerDose: number;
  /** Days before it runs out, or doses left of what is taken as needed; null is no warning. */
  readonly warnBefore: number | null;
  /** How many there were at the last count, with what was refilled since. */
  readonly countedUnits: number;
  /** Doses that were taken since that count, where nobody had said how much they are. */
  readonly takenDoses: number;
  /** Pieces of the other doses that were taken since. */
  readonly takenUnits: number;
}

/** How it stands on a local date. */
export interface Today {
  readonly date: string;
  /** The times, HH:MM, of today's doses that somebody has answered: they need none of what is left. */
  readonly answered: readonly string[];
  /** When whoever takes it is away: they use nothing of it then. */
  readonly away: readonly AwayPeriod[];
}

export type StockState = Pick<
  MedicationStock,
  'left' | 'isBelowNone' | 'runsOutOn' | 'dosesLeft' | 'isLow'
>;

/** What of a medication says when its doses are, and how much each is. */
export type CountedSchedule = ScheduledMedication & Pick<Amounted, 'amounts'>;

/** What is left, and until when, as the schedule of now goes on. What is not answered is still to be taken. */
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
 * The date of the first dose for which too little is left, and how many come before it. Who is away
 * without an end may be back tomorrow, and then it must be there: only times that end are left out.
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

/** The times of today at which a dose is still to be taken; one that was moved was one of them. */
function unanswered(times: readonly string[], answered: readonly string[]): readonly string[] {
  const open = [...times].sort().filter((time) => !answered.includes(time));
  const moved = answered.filter((time) => !times.includes(time)).length;
  return open.slice(moved);
}
