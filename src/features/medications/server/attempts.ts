import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import type { LogRow, SignedLog } from './upsert-log.ts';

/** What was said of a dose once: when, as what, by whom, empty when by the server, and where. */
type Saying = Pick<
  typeof medicationLogAttempts.$inferSelect,
  'status' | 'notes' | 'at' | 'userId' | 'personName' | 'deviceName'
>;

export function isAttemptOf({ id, accountId }: Pick<LogRow, 'id' | 'accountId'>) {
  const { medicationLogId, accountId: ofAttempt } = medicationLogAttempts;
  return and(eq(ofAttempt, accountId), eq(medicationLogId, id));
}

/** Everything that was said about the dose of a log, the oldest first, however late it was heard. */
export async function sayingsOf(db: Db, log: LogRow): Promise<Saying[]> {
  const attempts = await db
    .select()
    .from(medicationLogAttempts)
    .where(isAttemptOf(log))
    .orderBy(asc(medicationLogAttempts.at), asc(medicationLogAttempts.number));
  return attempts.length > 0 ? attempts : onlySaying(log);
}

/** Of a log that says itself all that was said of its dose. */
function onlySaying({ deviceName, ...log }: LogRow): Saying[] {
  if (deviceName === null) return [];
  const { status, notes, loggedAt: at, loggedBy: userId, loggedByName } = log;
  return [{ status, notes, at, userId, personName: loggedByName ?? '', deviceName }];
}

/**
 * Makes what a log alone has said so far an attempt: something else is said of its dose. To be called
 * under the lock of the log, before it changes.
 */
export async function unfoldLog(db: Db, log: LogRow): Promise<void> {
  const [only] = onlySaying(log);
  if (only === undefined) return;
  await db
    .insert(medicationLogAttempts)
    .values({ ...only, id: randomUUID(), accountId: log.accountId, medicationLogId: log.id });
  await db.update(medicationLogs).set({ deviceName: null }).where(isRow(medicationLogs, log));
}

export async function addAttempt(db: Db, log: LogRow, said: SignedLog): Promise<void> {
  const { status, notes, at, userId, personName, deviceName, key: idempotencyKey } = said;
  await db
    .insert(medicationLogAttempts)
    .values({
      ...{ status, notes, at, userId, personName, deviceName, idempotencyKey },
      ...{ id: randomUUID(), accountId: log.accountId, medicationLogId: log.id },
    })
    .onConflictDoNothing();
}
