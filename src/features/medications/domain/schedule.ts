import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, instantOf, localDate, localTime, weekday } from '#platform/shared/zoned-time.ts';
import type { Medication } from '../contract.ts';
import { patternRunsOn, stepOn } from './pattern.ts';
import type { Pattern } from './pattern-input.ts';

/** The fields of a medication that decide when it is due. */
export type ScheduledMedication = Pick<
  Medication,
  'id' | 'frequency' | 'times' | 'startDate' | 'endDate' | 'isActive'
> & {
  /** Absent for a frequency that needs no pattern, and in data cached before patterns existed. */
  readonly pattern?: Pattern | null | undefined;
};

/** One dose, identified by medication, local date and wall-clock time. */
export interface Dose {
  /** Stable for the dose across time zone and daylight saving changes. */
  readonly id: string;
  readonly medicationId: string;
  /** Local date, YYYY-MM-DD. */
  readonly date: string;
  /** Wall-clock time, HH:MM. */
  readonly time: string;
  readonly scheduledTime: Date;
  /**
   * Set if a time zone change jumped over the scheduled time: the moment of the change, and until
   * when the dose waits.
   */
  readonly jumped?: { readonly at: Date; readonly until: Date };
}

/** Returns the doses of a medication on a local date, earliest first. */
export function dosesOn(medication: ScheduledMedication, date: string, timezone: string): Dose[] {
  const times = timesOn(medication, date);
  if (times.length === 0) return [];
  const taken = new Set(instantsReachingInto(medication, date, timezone));
  const doses: Dose[] = [];
  for (const time of [...times].sort()) {
    const scheduledTime = instantOf(date, time, timezone);
    // A clock change can move two wall-clock times to one instant; they are one dose then.
    if (taken.has(scheduledTime.getTime())) continue;
    taken.add(scheduledTime.getTime());
    doses.push(doseOf(medication.id, date, time, scheduledTime));
  }
  return doses.sort((a, b) => a.scheduledTime.getTime() - b.scheduledTime.getTime());
}

/** Returns the wall-clock times of the doses on a local date; empty if there are none. */
export function timesOn(medication: ScheduledMedication, date: string): readonly string[] {
  return runsOn(medication, date) ? timesOfDay(medication, date) : [];
}

/**
 * Returns the times that apply on a local date, even if it has no dose: a taper has different times
 * per step.
 */
export function timesOfDay(
  { times, pattern }: Pick<ScheduledMedication, 'times' | 'pattern'>,
  date: string,
): readonly string[] {
  if (pattern?.kind !== 'taper') return times;
  return stepOn(pattern.steps, date)?.times ?? times;
}

/** Returns the dose that is due at exactly that instant. */
export function doseAt(
  medication: ScheduledMedication,
  instant: Date,
  timezone: string,
): Dose | undefined {
  const date = localDate(instant, timezone);
  // A time that the clocks jumped over can be due on the following local date.
  return [addDays(date, -1), date]
    .flatMap((each) => dosesOn(medication, each, timezone))
    .find((dose) => dose.scheduledTime.getTime() === instant.getTime());
}

export function doseOf(
  medicationId: string,
  date: string,
  time: string,
  scheduledTime: Date,
): Dose {
  return { id: doseId(medicationId, date, time), medicationId, date, time, scheduledTime };
}

export function doseId(medicationId: string, date: string, time: string): string {
  return `${medicationId}_${date}_${time.replace(':', '')}`;
}

/**
 * Returns the dose of an as-needed medication taken in that minute; two presses in one minute are
 * one dose.
 */
export function asNeededDose(
  medication: ScheduledMedication,
  instant: Date,
  timezone: string,
): Dose | undefined {
  const date = localDate(instant, timezone);
  if (medication.frequency !== 'as_needed' || !mayBeTakenOn(medication, date)) return undefined;
  const minute = new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS);
  return doseOf(medication.id, date, localTime(instant, timezone), minute);
}

function runsOn(medication: ScheduledMedication, date: string): boolean {
  if (!mayBeTakenOn(medication, date)) return false;
  const { frequency, startDate, pattern } = medication;
  if (frequency === 'as_needed') return false;
  if (frequency === 'weekly') return weekday(date) === weekday(startDate);
  return pattern?.kind !== frequency || patternRunsOn(pattern, startDate, date);
}

function mayBeTakenOn(medication: ScheduledMedication, date: string): boolean {
  return (
    medication.isActive &&
    medication.startDate <= date &&
    (medication.endDate === null || date <= medication.endDate)
  );
}

/**
 * Returns the instants of the previous date's doses that can fall on this date, because the clocks
 * jump over midnight.
 */
function instantsReachingInto(
  medication: ScheduledMedication,
  date: string,
  timezone: string,
): number[] {
  const dayBefore = addDays(date, -1);
  const times = timesOn(medication, dayBefore);
  if (times.length === 0) return [];
  if (localDate(instantOf(dayBefore, '23:59', timezone), timezone) === dayBefore) return [];
  return times.map((time) => instantOf(dayBefore, time, timezone).getTime());
}
