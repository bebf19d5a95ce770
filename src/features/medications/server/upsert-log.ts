import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { LOG_STATUSES, type LogStatus, type MedicationLog } from '../contract.ts';
import { amountAt, dosageAt } from '../domain/dose-amounts.ts';
import { lateness } from '../domain/lateness.ts';
import { type CurrentAnswer, takesPrecedence } from '../domain/log-conflict.ts';
import { doseId } from '../domain/schedule.ts';
import { medicationRefusal } from '../refusals.ts';
import type { DoseKey } from './logged-dose.ts';
import type { MedicationRow } from './medication-rows.ts';
import { insertLog } from './press-statements.ts';

export type LogRow = typeof medicationLogs.$inferSelect;

export interface SignedLog {
  readonly status: LogStatus;
  readonly notes: string;
  /** True if the dose exceeds the limits of the as-needed medication. */
  readonly beyondLimit: boolean;
  /** True if the dose was taken knowingly although it had been taken already. */
  readonly isOneMore: boolean;
  /** The time of the press. */
  readonly at: Date;
  /** The time at which the server received the answer. */
  readonly heardAt: Date;
  readonly userId: string;
  /** The present name of the person. */
  readonly personName: string;
  /** The present name of the device. */
  readonly deviceName: string;
  /** The id of the log, if this is the first answer to the dose. */
  readonly logId: string;
  readonly key: string | null;
}

/** A new log, with the data that its insert returned. */
export interface CreatedLog {
  readonly log: LogRow;
  /** The recipients of the alert of the dose, which has ended now. */
  readonly told: readonly string[];
  /** True if a notification about the dose was queued before, whether sent or not. */
  readonly isSomethingOut: boolean;
  /** True if an open alert contains the dose. */
  readonly isAlertOpen: boolean;
}

/** Inserts the log of a dose; undefined if the dose has one already. */
export async function insertNewLog(
  medication: MedicationRow,
  dose: DoseKey,
  said: SignedLog,
  { db, now }: MemberContext,
): Promise<CreatedLog | undefined> {
  const { accountId, id: medicationId, name } = medication;
  const { date, time, scheduledTime } = dose;
  const log: LogRow = {
    ...columnsOf(dose, said),
    ...{ id: said.logId, accountId, medicationId, localDate: date, time, scheduledTime },
    ...{ medicationName: name, medicationDosage: dosageAt(medication, dose) },
    units: amountAt(medication, dose) ?? null,
    deviceName: said.status === 'pending' ? null : said.deviceName,
  };
  const [made] = await insertLog(db, {
    ...log,
    ...{ attemptId: randomUUID(), device: said.deviceName, key: said.key },
    ...{ now: now.toISOString(), isOverdue: isOverdueAt(log, now) },
    doseId: doseId(medicationId, date, time),
  });
  return made && { ...made, log, told: made.told ?? [] };
}

/** True if the dose is overdue at `now`; before that, a dose has no alert. */
export function isOverdueAt({ scheduledTime }: Pick<LogRow, 'scheduledTime'>, now: Date): boolean {
  return now.getTime() - scheduledTime.getTime() >= HOUR_MS;
}

/**
 * Updates the log if the new answer takes precedence. With `unlessTaken`, a second taken answer is
 * refused, so that the second of two simultaneous tablets is informed.
 */
export async function replaceAnswer(
  db: Db,
  standing: LogRow,
  dose: DoseKey,
  said: SignedLog,
  unlessTaken: boolean,
): Promise<{ row: LogRow; isChanged: boolean }> {
  const columns = columnsOf(dose, said);
  const wasTaken = said.status === 'taken' && standing.status === 'taken';
  if (wasTaken && unlessTaken) throw takenAlready(standing);
  const isOneMore = wasTaken && said.isOneMore;
  if (!isOneMore && !takesPrecedence(said, asStanding(standing, said.heardAt))) {
    return { row: standing, isChanged: false };
  }
  const [changed] = await db
    .update(medicationLogs)
    .set({
      ...columns,
      // If the dose is answered as taken again, the mark `beyondLimit` stays.
      beyondLimit: columns.beyondLimit || isOneMore || (wasTaken && standing.beyondLimit),
    })
    .where(isRow(medicationLogs, standing))
    .returning();
  return { row: changed ?? standing, isChanged: true };
}

function takenAlready(standing: LogRow): Refusal {
  return medicationRefusal('dose-taken-already', { more: { current: asLog(standing) } });
}

function columnsOf({ scheduledTime }: DoseKey, said: SignedLog) {
  const { status, notes, beyondLimit, at, userId, personName } = said;
  const late = status === 'taken' && lateness(scheduledTime, at).kind === 'overdue';
  const by = { loggedBy: userId, loggedByName: personName };
  return { status, notes, late, beyondLimit, loggedAt: at, ...by };
}

/** Returns the log and locks its row until the transaction ends. */
export async function lockLog(
  db: Db,
  medication: MedicationRow,
  dose: DoseKey,
): Promise<LogRow | undefined> {
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
    )
    .for('update');
  return row;
}

function asStanding({ status, notes, loggedAt, loggedByName }: LogRow, now: Date): CurrentAnswer {
  // An answer with a future time, from while the server's clock was ahead, counts as given now.
  const at = loggedAt < now ? loggedAt : now;
  return { status: statusOf(status), notes, at, isByItself: loggedByName === null };
}

function statusOf(stored: string): LogStatus {
  return LOG_STATUSES.find((status) => status === stored) ?? 'pending';
}

export function asLog(row: LogRow): MedicationLog {
  return {
    id: row.id,
    medicationId: row.medicationId,
    scheduledTime: row.scheduledTime.toISOString(),
    status: statusOf(row.status),
    notes: row.notes,
    late: row.late,
    beyondLimit: row.beyondLimit,
    loggedAt: row.loggedAt.toISOString(),
    loggedBy: row.loggedByName,
    medication: { name: row.medicationName, dosage: row.medicationDosage },
  };
}
