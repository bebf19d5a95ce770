import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import type { LogStatus, MedicationLog } from '../contract.ts';
import { pressTime } from '../press-time.ts';
import { isOneTooMany } from './beyond-limit.ts';
import { doseOfLog, type Press } from './logged-dose.ts';
import { findMedication } from './medication-rows.ts';
import { scheduleCheck } from './overdue-job.ts';
import { timezoneOf } from './overdue-rows.ts';
import { tellOf } from './tell.ts';
import { asLog, type LogRow, type SignedLog, stand } from './upsert-log.ts';

export interface WantedLog {
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  readonly notes: string;
  /** Which dose, as it is listed; by its time alone unless told. */
  readonly doseId?: string | undefined;
  /** When it was pressed; now unless told. */
  readonly pressedAt?: string | undefined;
  /** Refused where it was taken already; see the contract. */
  readonly unlessTaken?: boolean | undefined;
  /** Taken although it was taken already. */
  readonly isOneMore?: boolean | undefined;
}

/**
 * Makes the dose's one standing log say what is wanted, unless something later stands there, and
 * adds the attempt to its history. A repeated `Idempotency-Key` changes nothing. Throws 404 for a
 * dose that does not exist, 409 where it must not be taken twice and was taken.
 */
export async function logDose(
  wanted: WantedLog,
  context: MemberContext,
): Promise<{ log: MedicationLog; isNew: boolean }> {
  const { db, account, request, user } = context;
  const before = await repeated(db, context, request.idempotencyKey);
  if (before !== undefined) return { log: asLog(before), isNew: false };
  const instant = new Date(wanted.scheduledTime);
  const at = pressTime(wanted.pressedAt, instant, context.now);
  const medication = await findMedication(db, context, wanted.medicationId, at);
  const timezone = await timezoneOf(db, account.id);
  const { doseId } = wanted;
  const press: Press = { doseId, instant, at, timezone, now: context.now };
  const dose = await doseOfLog(db, medication, press);
  // Only what waits again can become overdue or missed. A sweep locks in this order too.
  if (wanted.status === 'pending') await scheduleCheck(db, account.id, context.now);
  const personName = await nameOf(db, user.id);
  const { status, notes } = wanted;
  const heardAt = context.now;
  const beyondLimit = status === 'taken' && (await isOneTooMany(db, medication, dose));
  const by = { userId: user.id, personName };
  const { unlessTaken = false, isOneMore = false } = wanted;
  const said: SignedLog = { status, notes, beyondLimit, isOneMore, at, heardAt, ...by };
  const { row, isNew, isChanged } = await stand(db, medication, dose, said, unlessTaken);
  await addAttempt(row, said, context);
  if (isChanged) await tellOf(row, medication, context);
  return { log: asLog(row), isNew };
}

async function nameOf(db: Db, userId: string): Promise<string> {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return `${row?.firstName ?? ''} ${row?.lastName ?? ''}`.trim();
}

/** The standing log of a dose about which this person has said that already. */
async function repeated(
  db: Db,
  { account, user }: MemberContext,
  key: string | undefined,
): Promise<LogRow | undefined> {
  if (key === undefined) return undefined;
  const [row] = await db
    .select({ log: medicationLogs })
    .from(medicationLogAttempts)
    .innerJoin(medicationLogs, eq(medicationLogs.id, medicationLogAttempts.medicationLogId))
    .where(
      and(
        eq(medicationLogAttempts.accountId, account.id),
        eq(medicationLogAttempts.userId, user.id),
        eq(medicationLogAttempts.idempotencyKey, key),
      ),
    );
  return row?.log;
}

async function addAttempt(log: LogRow, said: SignedLog, context: MemberContext): Promise<void> {
  const { heardAt: _, beyondLimit: __, isOneMore: ___, ...signed } = said;
  const { db, account, deviceName, request } = context;
  await db
    .insert(medicationLogAttempts)
    .values({
      ...signed,
      id: randomUUID(),
      accountId: account.id,
      medicationLogId: log.id,
      deviceName,
      idempotencyKey: request.idempotencyKey ?? null,
    })
    .onConflictDoNothing();
}
