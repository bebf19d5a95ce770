import { MINUTE_MS } from '#kit/shared/durations.ts';
import { addDays, instantOf } from '#kit/shared/zoned-time.ts';
import { type DueMedication, dueDosesOn } from './due.ts';
import type { Dose } from './schedule.ts';

/** Minutes after its time at which a dose that nobody answered is Overdue. */
const OVERDUE_AFTER = 60;

/** A dose with the moments at which it settles by itself while nobody answers it. */
export interface CaredDose extends Dose {
  /** The administrators are alerted. */
  readonly overdueAt: Date;
  /** It is given up: `missed`. */
  readonly missedAt: Date;
}

/** The doses of a local date that become overdue and missed by themselves, earliest first. */
export function caredDoses(medication: DueMedication, date: string, timezone: string): CaredDose[] {
  const doses = dueDosesOn(medication, date, timezone);
  return doses.map((dose) => ({ ...dose, ...settlingOf(dose, doses, timezone) }));
}

/** When a dose settles by itself; `ofTheDay` are the doses that its medication has that day. */
export function settlingOf(
  dose: SettlingDose & Pick<Dose, 'date'>,
  ofTheDay: readonly SettlingDose[],
  timezone: string,
): Pick<CaredDose, 'overdueAt' | 'missedAt'> {
  const hourLater = dose.scheduledTime.getTime() + OVERDUE_AFTER * MINUTE_MS;
  // A jumped dose exists only since the time zone was changed.
  const overdueAt = new Date(Math.max(hourLater, askedAt(dose)));
  const next = ofTheDay.map(askedAt).find((at) => at > askedAt(dose));
  const dayEnds = instantOf(addDays(dose.date, 1), '00:00', timezone);
  const givenUp = dose.jumped?.until.getTime() ?? Math.min(dayEnds.getTime(), next ?? Infinity);
  // Neither midnight nor a close next dose cuts the reminder off before the dose is Overdue.
  return { overdueAt, missedAt: new Date(Math.max(overdueAt.getTime(), givenUp)) };
}

type SettlingDose = Pick<Dose, 'scheduledTime' | 'jumped'>;

function askedAt({ scheduledTime, jumped }: SettlingDose): number {
  return Math.max(scheduledTime.getTime(), jumped?.at.getTime() ?? 0);
}
