import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/parameter-rows.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { amountAt, dosageAt } from '../domain/dose-amounts.ts';
import { doseId } from '../domain/schedule.ts';
import type { WaitingDose } from './overdue-rows.ts';

/** The device name that the history shows for automatic changes. */
export const BY_ITSELF = 'By itself';

const { medicationId, localDate, time, status } = medicationLogs;

const insertMissed = insertion(
  'insert_missed',
  medicationLogs,
  [
    ...(['id', 'accountId', 'medicationId', 'localDate', 'time', 'scheduledTime'] as const),
    ...(['status', 'loggedAt', 'notes', 'late'] as const),
    ...(['medicationName', 'medicationDosage', 'units', 'deviceName'] as const),
  ],
  {
    onConflict: sql`on conflict (medication_id, local_date, time, account_id) do update set
      status = excluded.status, logged_at = excluded.logged_at, notes = '', late = false,
      logged_by = null, logged_by_name = null, device_name = null
      where ${status} = 'pending'`,
    // An undone dose has earlier answers, so the automatic status is added to the attempts too.
    also: sql`insert into ${medicationLogAttempts}
      (id, account_id, medication_log_id, status, notes, at, device_name)
      select gen_random_uuid(), account_id, id, status, notes, logged_at, '${sql.raw(BY_ITSELF)}'
      from written where device_name is null`,
    returned: { medicationId, localDate, time },
  },
);

/**
 * Marks doses missed; accepts several households. Never overwrites a person's answer, even one that
 * arrives during the sweep; an undone dose is pending and can be marked. Returns the ids of the
 * marked doses.
 */
export async function markMissed(
  db: Db,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const logs = await insertMissed(
    db,
    doses.map((dose) => missedLog(dose, now)),
  );
  return new Set(logs.map((log) => doseId(log.medicationId, log.localDate, log.time)));
}

function missedLog({ row, ...dose }: WaitingDose, now: Date) {
  return {
    id: randomUUID(),
    accountId: row.accountId,
    ...{ medicationId: row.id, localDate: dose.date, time: dose.time },
    scheduledTime: dose.scheduledTime,
    ...{ status: 'missed', loggedAt: now, notes: '', late: false },
    medicationName: row.name,
    medicationDosage: dosageAt(row, dose),
    units: amountAt(row, dose) ?? null,
    deviceName: BY_ITSELF,
  };
}
