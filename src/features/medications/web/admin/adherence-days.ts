import { addDays, weekday } from '#kit/shared/zoned-time.ts';
import type { AdherenceDay } from '../../contract.ts';

/** How many days the picture shows at a time. */
export const DAYS_SHOWN = 30;

/** What a day looks like in the picture. */
export type DayLook = 'taken' | 'late' | 'skipped' | 'missed' | 'open' | 'none';

type Counts = Pick<AdherenceDay, 'due' | 'late' | 'skipped' | 'missed' | 'pending'>;

const NONE: Counts = { due: 0, late: 0, skipped: 0, missed: 0, pending: 0 };

export interface MedicationDays {
  readonly medicationId: string;
  /** As it was called last. */
  readonly name: string;
  readonly days: ReadonlyMap<string, AdherenceDay>;
  readonly total: Counts;
}

/** A day has one look: what the family must see first goes before the rest. */
export function lookOf(day: Counts | undefined): DayLook {
  if (!day) return 'none';
  if (day.missed > 0) return 'missed';
  if (day.skipped > 0) return 'skipped';
  if (day.pending > 0) return 'open';
  if (day.late > 0) return 'late';
  return day.due > 0 ? 'taken' : 'none';
}

/** '2 taken, 1 taken late, 1 missed'; 'No doses' for none. */
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

/** '27 of 30 doses taken'; late ones were taken too. Those not answered yet are not counted. */
export function totalMessage({ due, skipped, missed, pending }: Counts): string {
  const answered = due - pending;
  const taken = answered - skipped - missed;
  if (answered === 0) return 'No doses yet';
  if (taken < answered) return `${taken} of ${answered} doses taken`;
  return answered === 1 ? 'The dose was taken' : `All ${answered} doses taken`;
}

/** The days of each medication that had some, by name. */
export function byMedication(days: readonly AdherenceDay[]): MedicationDays[] {
  const found = new Map<string, AdherenceDay[]>();
  for (const day of [...days].sort((a, b) => a.date.localeCompare(b.date))) {
    found.set(day.medicationId, [...(found.get(day.medicationId) ?? []), day]);
  }
  return [...found.entries()]
    .map(([medicationId, its]) => ({
      medicationId,
      name: its.at(-1)?.name ?? '',
      days: new Map(its.map((day) => [day.date, day])),
      total: its.reduce(sum, NONE),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The dates that end with `to`. */
export function datesUntil(to: string): string[] {
  return Array.from({ length: DAYS_SHOWN }, (_, index) => addDays(to, index + 1 - DAYS_SHOWN));
}

/** The same dates as weeks from Sunday to Saturday; undefined before the first and after the last. */
export function weeksOf(dates: readonly string[]): (string | undefined)[][] {
  const [first = ''] = dates;
  const cells = [...Array<undefined>(first ? weekday(first) : 0), ...dates];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => cells[week * 7 + day]),
  );
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
