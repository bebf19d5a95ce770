import { desc } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { lateness } from '../domain/lateness.ts';
import { isAttemptOf } from './log-attempts.ts';
import type { LogRow } from './upsert-log.ts';

/** Restores the last answer of a person; a log without one is deleted. */
export async function restoreLog(
  db: Db,
  log: Pick<LogRow, 'id' | 'accountId' | 'scheduledTime'>,
): Promise<void> {
  const [said] = await db
    .select()
    .from(medicationLogAttempts)
    .where(isAttemptOf(log))
    .orderBy(desc(medicationLogAttempts.number))
    .limit(1);
  if (said === undefined) {
    await db.delete(medicationLogs).where(isRow(medicationLogs, log));
    return;
  }
  const { status, notes, at, userId, personName } = said;
  const late = status === 'taken' && lateness(log.scheduledTime, at).kind === 'overdue';
  await db
    .update(medicationLogs)
    .set({
      ...{ status, notes, late, loggedAt: at, loggedBy: userId },
      loggedByName: personName === '' ? null : personName,
    })
    .where(isRow(medicationLogs, log));
}
