import { groupBy, lookupBy } from '#platform/shared/group-by.ts';
import {
  addDays,
  formatMonthDay,
  type PartOfDay,
  partOfDay,
  weekday,
} from '#platform/shared/zoned-time.ts';
import type { AdherenceDay, Medication } from '../../../contract.ts';
import { type AwayPeriod, isAway } from '../../../domain/away.ts';
import { timesOfDay } from '../../../domain/schedule.ts';
import { type Counts, takenOf, together } from '../adherence-days.ts';
import { limitsMessage } from '../limit-messages.ts';
import { DAY_NAMES, patternMessage, timeWith } from '../pattern-messages.ts';

/** Number of days of the bars and of the squares; today is the last one. */
export const BAR_DAYS = 30;
export const SQUARE_DAYS = 91;

export const PARTS: readonly PartOfDay[] = ['morning', 'afternoon', 'evening', 'night'];

/** A medication in the format of a shared link for the doctor. */
export type ShownMedication = Omit<Medication, 'userId' | 'version'>;

/** One row of the table of medications. */
export interface DoctorRow {
  readonly medication: ShownMedication;
  /** Number of doses in each part of the day; 0 for an as-needed medication. */
  readonly doses: Readonly<Record<PartOfDay, number>>;
  /** The times, days, limits, end date and instructions. */
  readonly how: string;
}

/**
 * Returns the medications that are taken on that local date or later; those without times come
 * last.
 */
export function doctorRows(medications: readonly ShownMedication[], today: string): DoctorRow[] {
  const isCurrent = ({ isActive, endDate }: ShownMedication) =>
    isActive && (endDate === null || endDate >= today);
  const firstTime = ({ times }: ShownMedication) => times[0] ?? '99';
  return medications
    .filter(isCurrent)
    .sort((one, other) => firstTime(one).localeCompare(firstTime(other)))
    .map((medication) => ({
      medication,
      doses: dosesOf(medication, today),
      how: howMessage(medication, today),
    }));
}

function dosesOf(medication: ShownMedication, today: string): Record<PartOfDay, number> {
  const doses = { morning: 0, afternoon: 0, evening: 0, night: 0 };
  if (medication.frequency === 'as_needed') return doses;
  for (const time of timesOfDay(medication, today)) doses[partOfDay(time)] += 1;
  return doses;
}

/**
 * Returns '8:00 AM and 8:00 PM. Until August 20. With food', or 'As needed, at least 4 hours
 * apart'.
 */
export function howMessage(medication: ShownMedication, today: string): string {
  const { frequency, startDate, endDate, instructions, pattern, amounts } = medication;
  const times = new Intl.ListFormat('en-US').format(
    medication.times.map((time) => timeWith(time, amounts)),
  );
  const weekly = frequency === 'weekly' ? `${DAY_NAMES[weekday(startDate)]}s, ` : '';
  const limits = limitsMessage(medication);
  const asNeeded = ['As needed', limits].filter(Boolean).join(', ');
  const scheduled = pattern ? patternMessage(pattern, medication) : `${weekly}${times}`;
  const when = frequency === 'as_needed' ? asNeeded : scheduled;
  const from = startDate > today ? `From ${formatMonthDay(startDate)}` : '';
  const until = endDate === null ? '' : `Until ${formatMonthDay(endDate)}`;
  return [when, from, until, instructions].filter(Boolean).join('. ');
}

export interface Bar {
  readonly medicationId: string;
  readonly name: string;
  readonly taken: number;
  /** Number of doses that were answered or missed. */
  readonly answered: number;
}

/** Returns the taken and answered doses of each medication since a local date. */
export function barsSince(days: readonly AdherenceDay[], since: string): Bar[] {
  const shown = days.filter(({ date }) => date >= since);
  return [...groupBy(shown, ({ medicationId }) => medicationId)]
    .map(([medicationId, own]) => {
      const total = together(own);
      const name = own.at(-1)?.name ?? '';
      return { medicationId, name, taken: takenOf(total), answered: total.due - total.pending };
    })
    .filter(({ answered }) => answered > 0)
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

export type SquareLook = 'all' | 'some' | 'none' | 'empty' | 'away';

export interface Square {
  readonly date: string;
  readonly look: SquareLook;
}

/** A day without answered doses counts as away if the elder was away at this time. */
const NOON = '12:00';

/**
 * Returns the days up to today by weeks that begin on Monday; the first week is filled up with
 * earlier days.
 */
export function squaresUntil(
  days: readonly AdherenceDay[],
  today: string,
  away: readonly AwayPeriod[] = [],
): Square[][] {
  const daysOn = lookupBy(days, ({ date }) => date);
  const first = addDays(today, 1 - SQUARE_DAYS);
  const weeks: Square[][] = [];
  for (let date = mondayOf(first); date <= today; date = addDays(date, 7)) {
    const week = Array.from({ length: 7 }, (_, day) => addDays(date, day));
    weeks.push(
      week
        .filter((each) => each <= today)
        .map((date) => ({ date, look: date < first ? 'empty' : lookOn(date) })),
    );
  }
  return weeks;

  function lookOn(date: string): SquareLook {
    const look = lookOf(together(daysOn(date)));
    return look === 'empty' && isAway(away, { date, time: NOON }) ? 'away' : look;
  }
}

function mondayOf(date: string): string {
  return addDays(date, -((weekday(date) + 6) % 7));
}

function lookOf(counts: Counts): SquareLook {
  const answered = counts.due - counts.pending;
  const taken = takenOf(counts);
  if (answered === 0) return 'empty';
  if (taken === answered) return 'all';
  return taken === 0 ? 'none' : 'some';
}

/** Returns 'All doses were taken on 70 days, some on 15, none on 2. Away on 4.' */
export function squaresMessage(weeks: readonly (readonly Square[])[]): string {
  const looks = weeks.flat().map(({ look }) => look);
  const count = (wanted: SquareLook) => looks.filter((look) => look === wanted).length;
  const all = count('all');
  const away = count('away');
  const taken = `All doses were taken on ${all} ${all === 1 ? 'day' : 'days'}, some on ${count('some')}, none on ${count('none')}.`;
  return away === 0 ? taken : `${taken} Away on ${away}.`;
}

/** Returns a line for each medication and day, for the export to a spreadsheet. */
export function adherenceTable(days: readonly AdherenceDay[]): (string | number)[][] {
  const head = ['Date', 'Medication', 'Due', 'Taken', 'Taken late', 'Skipped', 'Missed', 'Open'];
  return [
    head,
    ...days.map(({ date, name, due, taken, late, skipped, missed, pending }) => [
      ...[date, name, due, taken, late, skipped, missed, pending],
    ]),
  ];
}
