import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { medications } from '#database/schema/medications.ts';
import { type AlertedDose, isAlertOf, sayAway } from '#features/alerts/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { instantOf } from '#platform/shared/zoned-time.ts';
import { dosageAt } from '../domain/dose-amounts.ts';
import { doseId } from '../domain/schedule.ts';
import { openAmong } from './open-doses.ts';
import { timezoneOf } from './overdue-rows.ts';

/** If a dose was alerted longer ago than this, no all-clear is sent for it. */
const NEWS_FOR_MS = DAY_MS;

export interface WhoChanges {
  readonly accountId: string;
  readonly userId: string;
  readonly now: Date;
}

interface Alerted {
  readonly medicationId: string;
  readonly localDate: string;
  readonly time: string;
}

/**
 * Changes an away period and sends the all-clear to the people who were alerted of doses that are
 * now inside it. A dose that is pending again loses its alert record, so that it can be alerted of
 * again.
 */
export async function withAllClear<T>(
  db: Db,
  who: WhoChanges,
  change: () => Promise<T>,
): Promise<T> {
  const openOf = openAmong(who.accountId, who.now);
  const alerted = await alertedOf(db, who);
  const before = await openOf(db, alerted);
  const result = await change();
  const after = new Set((await openOf(db, alerted)).map(keyOf));
  const wasOpen = new Set(before.map(keyOf));
  const over = before.filter((dose) => !after.has(keyOf(dose)));
  for (const dose of over)
    await db.update(doseAlerts).set({ allClearAt: who.now }).where(isAlertOf(who.accountId, dose));
  if (over.length > 0) await sayAway(db, who.accountId, over, who);
  for (const dose of alerted)
    if (after.has(keyOf(dose)) && !wasOpen.has(keyOf(dose)))
      await db.delete(doseAlerts).where(isAlertOf(who.accountId, dose));
  return result;
}

/** Returns the doses of the last day that caused an alert. */
async function alertedOf(
  db: Db,
  { accountId, now }: WhoChanges,
): Promise<(Alerted & AlertedDose)[]> {
  const timezone = await timezoneOf(db, accountId);
  const rows = await db
    .select({ alert: doseAlerts, row: medications })
    .from(doseAlerts)
    .innerJoin(
      medications,
      isRow(medications, { id: doseAlerts.medicationId, accountId: doseAlerts.accountId }),
    )
    .where(
      and(
        eq(doseAlerts.accountId, accountId),
        gt(doseAlerts.alertedAt, new Date(+now - NEWS_FOR_MS)),
        isNull(medications.deletedAt),
      ),
    )
    .orderBy(doseAlerts.localDate, doseAlerts.time, medications.name, medications.id);
  return rows.map(({ alert: { medicationId, localDate, time, told }, row }) => ({
    ...{ medicationId, localDate, time, told, name: row.name, userId: row.userId },
    dosage: dosageAt(row, { date: localDate, time }),
    scheduledTime: instantOf(localDate, time, timezone),
  }));
}

function keyOf({ medicationId, localDate, time }: Alerted): string {
  return doseId(medicationId, localDate, time);
}
