import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { users } from '#database/schema/households.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { notThere, Refusal } from '#kit/shared/refusal.ts';
import { LOG_STATUSES, type LogStatus, type MedicationLog } from '../contract.ts';
import { lateness } from '../lateness.ts';
import { asNeededDose, doseAt } from '../schedule.ts';
import { timezoneOf } from './care-rows.ts';
import { asMedication, findMedication, type MedicationRow } from './medication-rows.ts';
import { careMayChange } from './settle.ts';

/** A dose further ahead than this cannot be logged yet. */
const MOST_HOURS_AHEAD = 12;

export interface WantedLog {
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  readonly notes: string;
}

/** With the name of who says so, as they are called now. */
interface SignedLog extends WantedLog {
  readonly personName: string;
}

type LogRow = typeof medicationLogs.$inferSelect;

/**
 * Makes the dose's one standing log say what is wanted, and adds the attempt to its history.
 * A repeated `Idempotency-Key` changes nothing. Throws 404 for a dose that does not exist.
 */
export async function logDose(
  wanted: WantedLog,
  context: MemberContext,
): Promise<{ log: MedicationLog; isNew: boolean }> {
  const { db, account, request } = context;
  const medication = await findMedication(db, context, wanted.medicationId);
  const dose = await doseFor(db, medication, wanted, context);
  const before = await repeated(db, account.id, request.idempotencyKey);
  if (before !== undefined) return { log: asLog(before), isNew: false };
  // Only what waits again can become overdue or missed. A sweep locks in this order too.
  if (wanted.status === 'pending') await careMayChange(db, account.id, context.now);
  const personName = await nameOf(db, context.user.id);
  const { row, isNew } = await stand(medication, dose, { ...wanted, personName }, context);
  await addAttempt(row, { ...wanted, personName }, context);
  return { log: asLog(row), isNew };
}

interface DoseKey {
  readonly date: string;
  readonly time: string;
  readonly scheduledTime: Date;
}

async function doseFor(
  db: Db,
  row: MedicationRow,
  wanted: WantedLog,
  { account, now }: MemberContext,
): Promise<DoseKey> {
  const instant = new Date(wanted.scheduledTime);
  if (instant.getTime() - now.getTime() > MOST_HOURS_AHEAD * 3600 * 1000) {
    throw new Refusal(400, 'This dose is more than 12 hours ahead.');
  }
  const timezone = await timezoneOf(db, account.id);
  const medication = asMedication(row);
  const scheduled = doseAt(medication, instant, timezone);
  const dose = scheduled ?? asNeededDose(medication, instant, timezone);
  return dose ?? (await loggedBefore(db, row, instant));
}

/** A dose that was logged exists, although the times or the timezone were changed since. */
async function loggedBefore(db: Db, row: MedicationRow, instant: Date): Promise<DoseKey> {
  const [log] = await db
    .select({
      date: medicationLogs.localDate,
      time: medicationLogs.time,
      scheduledTime: medicationLogs.scheduledTime,
    })
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, row.accountId),
        eq(medicationLogs.medicationId, row.id),
        eq(medicationLogs.scheduledTime, instant),
      ),
    );
  if (log === undefined) throw notThere();
  return log;
}

async function nameOf(db: Db, userId: string): Promise<string> {
  const [row] = await db
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId));
  return `${row?.firstName ?? ''} ${row?.lastName ?? ''}`.trim();
}

async function repeated(
  db: Db,
  accountId: string,
  key: string | undefined,
): Promise<LogRow | undefined> {
  if (key === undefined) return undefined;
  const [row] = await db
    .select({ log: medicationLogs })
    .from(medicationLogAttempts)
    .innerJoin(medicationLogs, eq(medicationLogs.id, medicationLogAttempts.medicationLogId))
    .where(
      and(
        eq(medicationLogAttempts.accountId, accountId),
        eq(medicationLogAttempts.idempotencyKey, key),
      ),
    );
  return row?.log;
}

/** Inserts the standing log or changes it; one that says the same already is left alone. */
async function stand(
  medication: MedicationRow,
  dose: DoseKey,
  wanted: SignedLog,
  { db, account, user, now }: MemberContext,
): Promise<{ row: LogRow; isNew: boolean }> {
  const said = {
    status: wanted.status,
    notes: wanted.notes,
    late: wanted.status === 'taken' && lateness(dose.scheduledTime, now).kind === 'overdue',
    loggedAt: now,
    loggedBy: user.id,
    loggedByName: wanted.personName,
  };
  const id = randomUUID();
  const [row] = await db
    .insert(medicationLogs)
    .values({
      ...said,
      id,
      accountId: account.id,
      medicationId: medication.id,
      localDate: dose.date,
      time: dose.time,
      scheduledTime: dose.scheduledTime,
      medicationName: medication.name,
      medicationDosage: medication.dosage,
    })
    .onConflictDoUpdate({
      target: [medicationLogs.medicationId, medicationLogs.localDate, medicationLogs.time],
      set: said,
      setWhere: sql`(${medicationLogs.status}, ${medicationLogs.notes}) is distinct from (excluded.status, excluded.notes)`,
    })
    .returning();
  if (row !== undefined) return { row, isNew: row.id === id };
  return { row: await standing(db, medication, dose), isNew: false };
}

async function standing(db: Db, medication: MedicationRow, dose: DoseKey): Promise<LogRow> {
  const [row] = await db
    .select()
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, medication.accountId),
        eq(medicationLogs.medicationId, medication.id),
        eq(medicationLogs.localDate, dose.date),
        eq(medicationLogs.time, dose.time),
      ),
    );
  if (row === undefined) throw notThere();
  return row;
}

async function addAttempt(log: LogRow, wanted: SignedLog, context: MemberContext): Promise<void> {
  const { db, account, user, deviceName, now, request } = context;
  await db
    .insert(medicationLogAttempts)
    .values({
      id: randomUUID(),
      accountId: account.id,
      medicationLogId: log.id,
      status: wanted.status,
      notes: wanted.notes,
      at: now,
      userId: user.id,
      personName: wanted.personName,
      deviceName,
      idempotencyKey: request.idempotencyKey ?? null,
    })
    .onConflictDoNothing();
}

export function asLog(row: LogRow): MedicationLog {
  return {
    id: row.id,
    medicationId: row.medicationId,
    scheduledTime: row.scheduledTime.toISOString(),
    status: LOG_STATUSES.find((status) => status === row.status) ?? 'pending',
    notes: row.notes,
    late: row.late,
    loggedAt: row.loggedAt.toISOString(),
    loggedBy: row.loggedByName,
    medication: { name: row.medicationName, dosage: row.medicationDosage },
  };
}
