import { MINUTE_MS } from '#platform/shared/durations.ts';
import { addDays, instantOf } from '#platform/shared/zoned-time.ts';
import { type DueMedication, dueDosesOn } from './due.ts';
import type { Dose } from './schedule.ts';

/** Minutes after the scheduled time at which an unanswered dose becomes overdue. */
const OVERDUE_AFTER = 60;

/** A dose with the moments at which its status changes automatically if it has no answer. */
export interface CaredDose extends Dose {
  /** The administrators are alerted at this time. */
  readonly overdueAt: Date;
  /** The dose is marked `missed` at this time. */
  readonly missedAt: Date;
}

/** Returns the doses of a local date with their overdue and missed times, earliest first. */
export function caredDoses(medication: DueMedication, date: string, timezone: string): CaredDose[] {
  const doses = dueDosesOn(medication, date, timezone);
  return doses.map((dose) => ({ ...dose, ...settlingOf(dose, doses, timezone) }));
}

/**
 * Returns when a dose becomes overdue and missed; `ofTheDay` are all doses of its medication on
 * that day.
 */
export function settlingOf(
  dose: SettlingDose & Pick<Dose, 'date'>,
  ofTheDay: readonly SettlingDose[],
  timezone: string,
): Pick<CaredDose, 'overdueAt' | 'missedAt'> {
  const hourLater = dose.scheduledTime.getTime() + OVERDUE_AFTER * MINUTE_MS;
  // A dose that a time zone change jumped over cannot be overdue before that change.
  const overdueAt = new Date(Math.max(hourLater, askedAt(dose)));
  const next = ofTheDay.map(askedAt).find((at) => at > askedAt(dose));
  const dayEnds = instantOf(addDays(dose.date, 1), '00:00', timezone);
  const givenUp = dose.jumped?.until.getTime() ?? Math.min(dayEnds.getTime(), next ?? Infinity);
  // A dose is never marked missed before it is overdue, even if midnight or the next dose comes
  // earlier.
  return { overdueAt, missedAt: new Date(Math.max(overdueAt.getTime(), givenUp)) };
}

type SettlingDose = Pick<Dose, 'scheduledTime' | 'jumped'>;

function askedAt({ scheduledTime, jumped }: SettlingDose): number {
  return Math.max(scheduledTime.getTime(), jumped?.at.getTime() ?? 0);
}
