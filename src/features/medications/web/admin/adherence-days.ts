import { groupBy } from '#platform/shared/group-by.ts';
import { ofWeek } from '#platform/shared/weeks.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { AdherenceDay } from '../../contract.ts';

/** The outcome of the doses of a day, as one symbol. */
export type DayLook = 'taken' | 'late' | 'partly' | 'skipped' | 'missed' | 'open' | 'none';

/** The names of the symbols, for the legend and for screen readers. */
export const LOOK_NAMES: Readonly<Record<DayLook, string>> = {
  taken: 'All taken',
  late: 'Taken late',
  partly: 'Partly taken',
  skipped: 'Skipped',
  missed: 'Missed',
  open: 'Not answered yet',
  none: 'Not due',
};

export type Counts = Pick<AdherenceDay, 'due' | 'late' | 'skipped' | 'missed' | 'pending'>;

const NONE: Counts = { due: 0, late: 0, skipped: 0, missed: 0, pending: 0 };

export interface MedicationDays {
  readonly medicationId: string;
  /** The latest name of the medication. */
  readonly name: string;
  readonly days: ReadonlyMap<string, AdherenceDay>;
  readonly total: Counts;
}

/** Returns the one look of a day; missed and skipped doses take precedence. */
export function lookOf(day: Counts | undefined): DayLook {
  if (!day || day.due === 0) return 'none';
  if (day.missed + day.skipped > 0) {
    if (takenOf(day) > 0) return 'partly';
    return day.missed > 0 ? 'missed' : 'skipped';
  }
  if (day.pending > 0) return 'open';
  return day.late > 0 ? 'late' : 'taken';
}

/** Returns '2 taken, 1 taken late, 1 missed'; 'No doses' if there are none. */
export function countMessage(day: Counts = NONE): string {
  const { due, late, skipped, missed, pending } = day;
  const onTime = due - late - skipped - missed - pending;
  const parts = [
    onTime > 0 && `${onTime} taken`,
    late > 0 && `${late} taken late`,
    skipped > 0 && `${skipped} skipped`,
    missed > 0 && `${missed} missed`,
    pending > 0 && `${pending} not answered yet`,
  ].filter((part) => part !== false);
  return parts.join(', ') || 'No doses';
}

/** Returns '27 of 30 doses taken'. Late doses count as taken; unanswered ones are not counted. */
export function totalMessage(counts: Counts): string {
  const answered = counts.due - counts.pending;
  const taken = takenOf(counts);
  if (answered === 0) return 'No doses yet';
  if (taken < answered) return `${taken} of ${answered} doses taken`;
  return answered === 1 ? 'The dose was taken' : `All ${answered} doses taken`;
}

/**
 * Returns the adherence: the percentage of taken doses among those answered or missed. 100 means
 * all and 0 means none, regardless of rounding; undefined if no dose is answered yet.
 */
export function percentOf(counts: Counts): number | undefined {
  const answered = counts.due - counts.pending;
  const taken = takenOf(counts);
  if (answered === 0) return undefined;
  if (taken === 0 || taken === answered) return taken === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((taken / answered) * 100)));
}

export function takenOf({ due, skipped, missed, pending }: Counts): number {
  return due - pending - skipped - missed;
}

/** Adds up the counts of several days or medications. */
export function together(counts: readonly Counts[]): Counts {
  return counts.reduce(sum, NONE);
}

/** Groups the days by medication, sorted by name. */
export function byMedication(days: readonly AdherenceDay[]): MedicationDays[] {
  const inOrder = [...days].sort((a, b) => a.date.localeCompare(b.date));
  return [...groupBy(inOrder, ({ medicationId }) => medicationId)]
    .map(([medicationId, its]) => ({
      medicationId,
      name: its.at(-1)?.name ?? '',
      days: new Map(its.map((day) => [day.date, day])),
      total: together(its),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the dates of a month, `YYYY-MM`. */
export function datesOf(month: string): string[] {
  const dates: string[] = [];
  for (let date = `${month}-01`; date.startsWith(month); date = addDays(date, 1)) dates.push(date);
  return dates;
}

/** Returns the month `months` later; earlier if negative. */
export function addMonths(month: string, months: number): string {
  const [year = 0, one = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7);
}

export interface WeekOfDoses {
  /** The Sunday on which the week began. */
  readonly week: string;
  readonly total: Counts;
}

/** Returns the counts of those weeks, for all medications together. */
export function byWeek(days: readonly AdherenceDay[], weeks: readonly string[]): WeekOfDoses[] {
  return weeks.map((week) => ({ week, total: together(ofWeek(days, week, ({ date }) => date)) }));
}

function sum(a: Counts, b: Counts): Counts {
  return {
    due: a.due + b.due,
    late: a.late + b.late,
    skipped: a.skipped + b.skipped,
    missed: a.missed + b.missed,
    pending: a.pending + b.pending,
  };
}
