import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import type { LogRow, SignedLog } from './upsert-log.ts';

/** One answer to a dose. `personName` is empty if the server set the status. */
type Saying = Pick<
  typeof medicationLogAttempts.$inferSelect,
  'status' | 'notes' | 'at' | 'userId' | 'personName' | 'deviceName'
>;

export function isAttemptOf({ id, accountId }: Pick<LogRow, 'id' | 'accountId'>) {
  const { medicationLogId, accountId: ofAttempt } = medicationLogAttempts;
  return and(eq(ofAttempt, accountId), eq(medicationLogId, id));
}

/**
 * Returns all answers to the dose of a log, sorted by the time of the press, not of the arrival.
 */
export async function answersOf(db: Db, log: LogRow): Promise<Saying[]> {
  const attempts = await db
    .select()
    .from(medicationLogAttempts)
    .where(isAttemptOf(log))
    .orderBy(asc(medicationLogAttempts.at), asc(medicationLogAttempts.number));
  return attempts.length > 0 ? attempts : onlySaying(log);
}

/** Returns the answer that is stored in the log itself, as long as it is the only one. */
function onlySaying({ deviceName, ...log }: LogRow): Saying[] {
  if (deviceName === null) return [];
  const { status, notes, loggedAt: at, loggedBy: userId, loggedByName } = log;
  return [{ status, notes, at, userId, personName: loggedByName ?? '', deviceName }];
}

/**
 * Moves the log's own answer into the attempts table before a second answer is added. Requires the
 * row lock of the log.
 */
export async function moveAnswerToAttempts(db: Db, log: LogRow): Promise<void> {
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
