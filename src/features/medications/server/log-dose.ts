import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { idempotentId } from '#platform/server/idempotent-id.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { MedicationCalls, MedicationLog } from '../contract.ts';
import { pressTime } from '../domain/press-time.ts';
import { isOneTooMany } from './beyond-limit.ts';
import { addAttempt, moveAnswerToAttempts } from './log-attempts.ts';
import { doseOfLog, type Press } from './logged-dose.ts';
import { notifyLogChange } from './notify-log-change.ts';
import { readPress } from './read-press.ts';
import { scheduleCheck } from './settle-overdue.ts';
import {
  asLog,
  insertNewLog,
  type LogRow,
  lockLog,
  replaceAnswer,
  type SignedLog,
} from './upsert-log.ts';

type WantedLog = CallOf<MedicationCalls['logDose']>['body'];

/**
 * Writes an answer to the dose's log, unless a later answer exists; the history keeps both. A
 * repeated `Idempotency-Key` changes nothing. Throws 404 for a dose that does not exist, and 409 if
 * `unlessTaken` is set and the dose was taken. A first press, the usual case, needs one statement
 * to read and one to write.
 */
export async function logDose(
  wanted: WantedLog,
  context: MemberContext,
): Promise<{ log: MedicationLog; isNew: boolean }> {
  const { db, account, user, now } = context;
  const instant = new Date(wanted.scheduledTime);
  const at = pressTime(wanted.pressedAt, instant, now);
  const logId = idempotentId(context);
  const { medication, timezone, personName } = await readPress(wanted, at, context);
  const { doseId, status, notes, unlessTaken = false, isOneMore = false } = wanted;
  const press: Press = { doseId, instant, at, timezone, now };
  const dose = medication === null ? undefined : await doseOfLog(db, medication, press);
  if (medication === null || dose === undefined) {
    return answerRepeated(await findRepeated(logId, context));
  }
  // Only a pending dose needs a check by the sweep, because only a pending dose can become overdue
  // or missed. The locks are taken in the same order as in a sweep.
  if (status === 'pending') await scheduleCheck(db, account.id, now);
  const beyondLimit = status === 'taken' && (await isOneTooMany(db, medication, dose));
  const by = { userId: user.id, personName, deviceName: context.deviceName };
  const said: SignedLog = {
    ...{ status, notes, beyondLimit, isOneMore, at, heardAt: now },
    ...{ ...by, logId, key: context.request.idempotencyKey ?? null },
  };
  const made = await insertNewLog(medication, dose, said, context);
  if (made !== undefined) {
    await notifyLogChange(made.log, medication, context, made);
    return { log: asLog(made.log), isNew: true };
  }
  const standing = await lockLog(db, medication, dose);
  const again = await findRepeated(logId, context);
  if (again !== undefined || standing === undefined) return answerRepeated(again);
  await moveAnswerToAttempts(db, standing);
  const { row, isChanged } = await replaceAnswer(db, standing, dose, said, unlessTaken);
  await addAttempt(db, row, said);
  if (isChanged) await notifyLogChange(row, medication, context);
  return { log: asLog(row), isNew: false };
}

/** Returns the log to which the same press (same idempotency key) was written before. */
async function findRepeated(
  logId: string,
  { db, account, user, request }: MemberContext,
): Promise<LogRow | undefined> {
  const { accountId, medicationLogId, userId, idempotencyKey } = medicationLogAttempts;
  const said = db
    .select({ id: medicationLogId })
    .from(medicationLogAttempts)
    .where(
      and(
        eq(accountId, account.id),
        eq(userId, user.id),
        eq(idempotencyKey, request.idempotencyKey ?? sql`null`),
      ),
    );
  const [row] = await db
    .select()
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, account.id),
        or(eq(medicationLogs.id, logId), inArray(medicationLogs.id, said)),
      ),
    );
  return row;
}

function answerRepeated(log: LogRow | undefined): { log: MedicationLog; isNew: boolean } {
  if (log === undefined) throw notFound();
  return { log: asLog(log), isNew: false };
}
