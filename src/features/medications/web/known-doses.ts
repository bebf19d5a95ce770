import { localDate } from '#kit/shared/zoned-time.ts';
import type { Medication, UpcomingMedication } from '../contract.ts';
import { type Dose, upcomingDoses } from '../schedule.ts';

/** Without an answer for longer than this a tablet says nothing more: too much may have changed. */
const DAYS_KNOWN = 7;

const DAY_MS = 24 * 3600 * 1000;

/** What a tablet knows of doses: all of it as the server answered last. */
export interface KnownDoses {
  /** When it answered, in milliseconds by its own clock. */
  readonly at: number;
  readonly timezone: string;
  readonly medications: readonly Medication[];
  /** The doses of that day, with what was said of them. */
  readonly doses: readonly UpcomingMedication[];
}

/**
 * The doses that the server would list at that instant if nothing had changed since it answered: by
 * the same rules, over midnight and the change of the clocks, for a week. Time alone does not change
 * them before `validUntil`.
 */
export function dosesKnownAt(
  known: KnownDoses,
  now: number,
): { doses: readonly UpcomingMedication[]; validUntil: number } {
  const end = known.at + DAYS_KNOWN * DAY_MS;
  if (now >= end) return { doses: [], validUntil: Number.POSITIVE_INFINITY };
  const holdsUntil = listAt(known, known.at).validUntil;
  if (now < holdsUntil) return { doses: known.doses, validUntil: Math.min(holdsUntil, end) };
  const { doses, validUntil } = listAt(known, now);
  return { doses: withFormer(known, doses, now), validUntil: Math.min(validUntil, end) };
}

function listAt({ medications, timezone, doses: answered }: KnownDoses, now: number) {
  const { doses, validUntil } = upcomingDoses(medications, new Date(now), timezone);
  const listed = doses.flatMap((dose) => {
    const medication = medications.find(({ id }) => id === dose.medicationId);
    if (medication === undefined) return [];
    return [answered.find(({ id }) => id === dose.id) ?? unanswered(medication, dose)];
  });
  return { doses: listed, validUntil: validUntil.getTime() };
}

/** What was said today stays listed although no medication has that time any more. */
function withFormer(
  { doses: answered, timezone }: KnownDoses,
  listed: readonly UpcomingMedication[],
  now: number,
): UpcomingMedication[] {
  const today = localDate(new Date(now), timezone);
  const former = answered.filter(
    ({ id, status, scheduledTime }) =>
      status !== 'pending' &&
      localDate(new Date(scheduledTime), timezone) === today &&
      !listed.some((dose) => dose.id === id),
  );
  return [...listed, ...former].sort(
    (one, other) => Date.parse(one.scheduledTime) - Date.parse(other.scheduledTime),
  );
}

function unanswered(medication: Medication, { id, scheduledTime }: Dose): UpcomingMedication {
  const { name, dosage, instructions, pillImageUrl, soundEnabled, reminderEnabled } = medication;
  return {
    id,
    medicationId: medication.id,
    scheduledTime: scheduledTime.toISOString(),
    status: 'pending',
    medication: { name, dosage, instructions, pillImageUrl, soundEnabled, reminderEnabled },
  };
}
