import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { insertion } from '#database/parameter-rows.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { type Dose, doseId } from '../domain/schedule.ts';
import type { WaitingDose } from './overdue-rows.ts';

const insertAlerts = insertion(
  'note_dose_alerts',
  doseAlerts,
  ['medicationId', 'localDate', 'time', 'accountId', 'alertedAt'],
  {
    onConflict: sql`on conflict do nothing`,
    returned: {
      medicationId: doseAlerts.medicationId,
      localDate: doseAlerts.localDate,
      time: doseAlerts.time,
    },
  },
);

/**
 * Returns the doses that had no alert before, and records an alert for each. Accepts doses of
 * several households.
 */
export async function notAlertedYet<D extends WaitingDose>(
  db: Db,
  doses: readonly D[],
  now: Date,
): Promise<D[]> {
  const rows = await insertAlerts(
    db,
    doses.map(({ row, date, time }) => ({
      ...{ medicationId: row.id, localDate: date, time },
      ...{ accountId: row.accountId, alertedAt: now },
    })),
  );
  const fresh = new Set(rows.map((row) => doseId(row.medicationId, row.localDate, row.time)));
  return doses.filter(({ id }) => fresh.has(id));
}

/**
 * Returns the recipients of the alerts of these doses, by dose id. The map can contain other doses
 * too.
 */
export async function listAlertedByDose(
  db: Db,
  accountId: string,
  doses: readonly Dose[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (doses.length === 0) return new Map();
  const medicationIds = doses.map(({ medicationId }) => medicationId);
  const dates = doses.map(({ date }) => date);
  const rows = await db
    .select()
    .from(doseAlerts)
    .where(
      and(
        eq(doseAlerts.accountId, accountId),
        inArray(doseAlerts.medicationId, medicationIds),
        inArray(doseAlerts.localDate, dates),
      ),
    );
  return new Map(
    rows.map(({ medicationId, localDate, time, told }) => [
      doseId(medicationId, localDate, time),
      told,
    ]),
  );
}
