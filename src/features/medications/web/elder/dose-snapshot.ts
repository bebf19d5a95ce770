import { DAY_MS } from '#platform/shared/durations.ts';
import { localDate } from '#platform/shared/zoned-time.ts';
import type { Medication, UpcomingMedication } from '../../contract.ts';
import { dosageAt } from '../../domain/dose-amounts.ts';
import { upcomingDoses } from '../../domain/due.ts';
import type { Dose } from '../../domain/schedule.ts';

/**
 * Without a server response for this many days, the tablet shows a warning: the schedule may have
 * changed.
 */
const DAYS_KNOWN = 7;

/** The last server response, from which a tablet computes doses. */
export interface KnownDoses {
  /** The time of the response, in milliseconds by the server's clock. */
  readonly at: number;
  readonly timezone: string;
  readonly medications: readonly Medication[];
  /** The doses of that day with their answers. */
  readonly doses: readonly UpcomingMedication[];
}

interface DosesKnown {
  readonly doses: readonly UpcomingMedication[];
  readonly validUntil: number;
  readonly isOld: boolean;
}

/**
 * Returns the doses that the server would list at that instant if nothing had changed since its
 * response, by the same rules, across midnight and clock changes. Time alone does not change them
 * before `validUntil`. After a week they are old, which the screen must show; to show no reminders
 * would be the worse error.
 */
export function dosesKnownAt(known: KnownDoses, now: number): DosesKnown {
  const end = known.at + DAYS_KNOWN * DAY_MS;
  const isOld = now >= end;
  const until = (instant: number) => (isOld ? instant : Math.min(instant, end));
  const holdsUntil = listAt(known, known.at).validUntil;
  if (now < holdsUntil) return { doses: known.doses, validUntil: until(holdsUntil), isOld };
  const { doses, validUntil } = listAt(known, now);
  return { doses: withFormer(known, doses, now), validUntil: until(validUntil), isOld };
}

function listAt({ medications, timezone, doses: answered }: KnownDoses, now: number) {
  const cared = medications.map((each) => ({ ...each, away: each.away ?? [] }));
  const { doses, validUntil } = upcomingDoses(cared, new Date(now), timezone);
  const listed = doses.flatMap((dose) => {
    const medication = medications.find(({ id }) => id === dose.medicationId);
    if (medication === undefined) return [];
    return [answered.find(({ id }) => id === dose.id) ?? unanswered(medication, dose)];
  });
  return { doses: listed, validUntil: validUntil.getTime() };
}

/**
 * Doses of today with an answer or an undo stay listed, although no medication has that time any
 * more.
 */
function withFormer(
  { doses: answered, timezone }: KnownDoses,
  listed: readonly UpcomingMedication[],
  now: number,
): UpcomingMedication[] {
  const today = localDate(new Date(now), timezone);
  const former = answered.filter(
    ({ id, scheduledTime }) =>
      localDate(new Date(scheduledTime), timezone) === today &&
      !listed.some((dose) => dose.id === id),
  );
  return [...listed, ...former].sort(
    (one, other) => Date.parse(one.scheduledTime) - Date.parse(other.scheduledTime),
  );
}

function unanswered(medication: Medication, dose: Dose): UpcomingMedication {
  const { name, instructions, pillImageUrl, soundEnabled, reminderEnabled } = medication;
  const { id, scheduledTime } = dose;
  const dosage = dosageAt(medication, dose);
  return {
    id,
    medicationId: medication.id,
    scheduledTime: scheduledTime.toISOString(),
    status: 'pending',
    answeredAt: null,
    userId: medication.userId,
    medication: { name, dosage, instructions, pillImageUrl, soundEnabled, reminderEnabled },
  };
}
