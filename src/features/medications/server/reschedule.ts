import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { dosesOn } from '../schedule.ts';
import { type Care, logByItself, readCare, type WaitingDose, waitingDoses } from './care-rows.ts';
import { careMayChange, settleAll } from './settle.ts';

/**
 * Changes when doses are due: of one medication, or of all where the timezone changes. What is past
 * is settled by the old schedule first. From now on the new one holds; a dose that was due already
 * and is in both keeps waiting, and times of today that were past before anybody set them never
 * count.
 */
export async function reschedule<T>(
  db: Db,
  { accountId, medicationId, now }: { accountId: string; medicationId?: string; now: Date },
  change: () => Promise<T>,
): Promise<T> {
  await settleAll(db, accountId, now);
  const around = (timezone: string) =>
    [addDays(localDate(now, timezone), -1), localDate(now, timezone)] as const;
  const before = await readCare(db, accountId, around);
  const due = waitingDoses(before, ...around(before.timezone)).filter(
    (dose) =>
      dose.scheduledTime < now && (medicationId === undefined || dose.row.id === medicationId),
  );
  const result = await change();
  await db
    .update(medications)
    .set({ scheduledSince: now })
    .where(
      and(
        eq(medications.accountId, accountId),
        isNull(medications.deletedAt),
        medicationId === undefined ? undefined : eq(medications.id, medicationId),
      ),
    );
  if (due.length > 0) {
    const after = await readCare(db, accountId, around);
    await keepWaiting(
      db,
      due.filter((dose) => isStillDue(dose, after, now)),
      now,
    );
  }
  await careMayChange(db, accountId, now);
  return result;
}

function isStillDue(dose: WaitingDose, { medicines, timezone }: Care, now: Date): boolean {
  const medicine = medicines.find(({ row }) => row.id === dose.medicationId);
  if (medicine === undefined) return false;
  return dosesOn(medicine.schedule, dose.date, timezone).some(
    ({ time, scheduledTime }) => time === dose.time && scheduledTime < now,
  );
}

/** A log that says pending, by nobody: by it the dose is known whatever the schedule says. */
async function keepWaiting(db: Db, doses: readonly WaitingDose[], now: Date): Promise<void> {
  if (doses.length === 0) return;
  await db
    .insert(medicationLogs)
    .values(doses.map((dose) => logByItself(dose, { status: 'pending', loggedAt: now })))
    .onConflictDoNothing();
}
