import { and, eq, gt, lt } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { hasLimits, isBeyondLimit } from '../domain/as-needed-limits.ts';
import type { DoseKey } from './logged-dose.ts';
import type { MedicationRow } from './medication-rows.ts';

/**
 * True if an as-needed dose exceeds the limits, given the doses in the log. Locks the row of the
 * medication until the transaction ends, so that concurrent presses see each other's doses.
 */
export async function isOneTooMany(
  db: Db,
  medication: MedicationRow,
  { date, time, scheduledTime }: DoseKey,
): Promise<boolean> {
  if (medication.frequency !== 'as_needed' || !hasLimits(medication)) return false;
  const { id, accountId } = medication;
  // This lock mode does not block inserts of logs that reference the medication.
  await db
    .select({ id: medications.id })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), eq(medications.id, id)))
    .for('no key update');
  const due = scheduledTime.getTime();
  const taken = await db
    .select({
      date: medicationLogs.localDate,
      time: medicationLogs.time,
      at: medicationLogs.scheduledTime,
    })
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        eq(medicationLogs.medicationId, id),
        eq(medicationLogs.status, 'taken'),
        gt(medicationLogs.scheduledTime, new Date(due - DAY_MS)),
        lt(medicationLogs.scheduledTime, new Date(due + DAY_MS)),
      ),
    );
  const others = taken.filter((dose) => dose.date !== date || dose.time !== time);
  return isBeyondLimit(
    medication,
    others.map(({ at }) => at.getTime()),
    due,
  );
}
