import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { medicationLogs } from '#database/schema/medications.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { HOUR_MS } from '#kit/shared/durations.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import { LOG_STATUSES, type LogStatus, type MedicationLog } from '../contract.ts';
import { amountAt, dosageAt } from '../dose-amounts.ts';
import { lateness } from '../lateness.ts';
import { type Standing, standsOver } from '../log-conflict.ts';
import { medicationRefusal } from '../refusals.ts';
import { doseId } from '../schedule.ts';
import type { DoseKey } from './logged-dose.ts';
import type { MedicationRow } from './medication-rows.ts';
import { insertLog } from './press-statements.ts';

export type LogRow = typeof medicationLogs.$inferSelect;

/** What somebody says of a dose, with when and as who. */
export interface SignedLog {
  readonly status: LogStatus;
  readonly notes: string;
  /** Taken, and one too many for the limits of what is taken as needed. */
  readonly beyondLimit: boolean;
  /** Taken, knowing that it was taken already. */
  readonly isOneMore: boolean;
  /** When it was pressed. */
  readonly at: Date;
  /** When it is heard. */
  readonly heardAt: Date;
  readonly userId: string;
  /** As they are called now. */
  readonly personName: string;
  /** As the device is called now. */
  readonly deviceName: string;
  /** The id that its log has where it is the first that is said of the dose. */
  readonly logId: string;
  /** The `Idempotency-Key` of the call. */
  readonly key: string | null;
}

/** A log that was made, with what was found out beside it. */
export interface MadeLog {
  readonly log: LogRow;
  /** To whom the alert of the dose went that is over now. */
  readonly told: readonly string[];
  /** A letter about the dose was put out before. */
  readonly isSomethingOut: boolean;
  /** An alert that is not over is about the dose. */
  readonly isAlertOpen: boolean;
}

/** Makes the log of a dose; undefined where the dose has one. */
export async function insertNewLog(
  medication: MedicationRow,
  dose: DoseKey,
  said: SignedLog,
  { db, now }: MemberContext,
): Promise<MadeLog | undefined> {
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

/** Before that there is no alert of a dose. */
export function isOverdueAt({ scheduledTime }: Pick<LogRow, 'scheduledTime'>, now: Date): boolean {
  return now.getTime() - scheduledTime.getTime() >= HOUR_MS;
}

/**
 * Changes the log that stands where what is said goes before it. With `unlessTaken` what says Taken
 * already is refused: of two tablets at once the second hears of it.
 */
export async function stand(
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
  if (!isOneMore && !standsOver(said, asStanding(standing, said.heardAt))) {
    return { row: standing, isChanged: false };
  }
  const [changed] = await db
    .update(medicationLogs)
    .set({
      ...columns,
      // What is said of it later does not take the mark away.
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

/** Nobody else changes it until the transaction ends. */
export async function heldLog(
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

function asStanding({ status, notes, loggedAt, loggedByName }: LogRow, now: Date): Standing {
  // What was said while the server's clock was ahead was said before now all the same.
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
