import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/given-rows.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { amountAt, dosageAt } from '../dose-amounts.ts';
import { doseId } from '../schedule.ts';
import type { WaitingDose } from './overdue-rows.ts';

/** Named in the history as the device of what the server does. */
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
    // Of what was undone something was said before.
    also: sql`insert into ${medicationLogAttempts}
      (id, account_id, medication_log_id, status, notes, at, device_name)
      select gen_random_uuid(), account_id, id, status, notes, logged_at, '${sql.raw(BY_ITSELF)}'
      from written where device_name is null`,
    returned: { medicationId, localDate, time },
  },
);

/**
 * Marks doses missed, also of several households. Never overwrites what somebody said, also while the
 * sweep goes on; what was undone waits and can be missed. Answers the ids of the doses that are missed
 * now.
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

/** The log of a dose about which nobody has said anything. */
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
