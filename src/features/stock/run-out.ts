import type { ScheduledMedication } from '#features/medications/schedule.ts';
import { timesOn } from '#features/medications/schedule.ts';
import { addDays } from '#kit/shared/zoned-time.ts';
import { HORIZON_DAYS } from './limits.ts';

/** What is counted of a medication. */
export interface Stock {
  readonly unitsPerDose: number;
  /** Days before it runs out, or doses left of what is taken as needed; null is no warning. */
  readonly warnBefore: number | null;
  /** How many there were at the last count, with what was refilled since. */
  readonly countedUnits: number;
  /** Doses that were taken since that count. */
  readonly takenDoses: number;
}

/** How it stands on a local date. */
export interface Today {
  readonly date: string;
  /** Doses of today that somebody has answered: they need none of what is left. */
  readonly answered: number;
}

export interface StockState {
  /** Pieces; never less than none. */
  readonly left: number;
  /** More was taken than there was: somebody should count again. */
  readonly isBelowNone: boolean;
  /** The local date of the first dose for which too little is left; null when that is not within a year. */
  readonly runsOutOn: string | null;
  /** Whole doses for which enough is left. */
  readonly dosesLeft: number;
  /** The family wants to be told. */
  readonly isLow: boolean;
}

/** What is left, and until when, as the schedule of now goes on. What is not answered is still to be taken. */
export function stockState(
  stock: Stock,
  medication: ScheduledMedication,
  today: Today,
): StockState {
  const { unitsPerDose, warnBefore, countedUnits, takenDoses } = stock;
  const rest = countedUnits - takenDoses * unitsPerDose;
  const left = Math.max(0, rest);
  const dosesLeft = Math.floor(left / unitsPerDose);
  const runsOutOn = endOf(dosesLeft, medication, today);
  const isNear =
    warnBefore !== null &&
    (medication.frequency === 'as_needed'
      ? medication.isActive && dosesLeft <= warnBefore
      : runsOutOn !== null && runsOutOn <= addDays(today.date, warnBefore));
  return { left, isBelowNone: rest < 0, runsOutOn, dosesLeft, isLow: isNear };
}

function endOf(dosesLeft: number, medication: ScheduledMedication, today: Today): string | null {
  let enoughFor = dosesLeft;
  let date = today.date;
  for (let day = 0; day <= HORIZON_DAYS; day += 1) {
    const due = timesOn(medication, date).length;
    const needed = day === 0 ? Math.max(0, due - today.answered) : due;
    if (needed > enoughFor) return date;
    enoughFor -= needed;
    date = addDays(date, 1);
  }
  return null;
}
