import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { careSweeps, doseAlerts } from '#database/schema/alerts.ts';
import {
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { dropUnsentAlerts, isAlertOf } from '#features/alerts/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { instantOf } from '#platform/shared/zoned-time.ts';
import { lateness } from '../domain/lateness.ts';
import { timezoneOf } from './overdue-rows.ts';
import { restoreLog } from './restore-log.ts';

/**
 * Reverts the automatic changes that have a time in the future because the clock was ahead. Answers
 * of people stay, with their history. Returns from when on to settle the household: doses that
 * became overdue since then have not been alerted of, or already have an alert.
 */
export async function takeBack(db: Db, accountId: string, now: Date): Promise<Date> {
  const ofHousehold = eq(medicationLogAttempts.accountId, accountId);
  await db
    .delete(medicationLogAttempts)
    .where(
      and(
        ofHousehold,
        eq(medicationLogAttempts.personName, ''),
        isNull(medicationLogAttempts.userId),
        gt(medicationLogAttempts.at, now),
      ),
    );
  const logs = await db
    .select()
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        eq(medicationLogs.status, 'missed'),
        isNull(medicationLogs.loggedByName),
        gt(medicationLogs.loggedAt, now),
      ),
    );
  for (const log of logs) await restoreLog(db, log);
  // The dropped alerts are created again at their time.
  const isUnsent = await dropUnsentAlerts(db, accountId, now);
  await takeBackAlerts(db, accountId, now, isUnsent);
  await bringSchedulesBack(db, accountId, now);
  const from = new Date(now.getTime() - DAY_MS);
  await db
    .update(careSweeps)
    .set({ sweptUntil: from, nextAt: now })
    .where(eq(careSweeps.accountId, accountId));
  return from;
}

/** Deletes the alert records of doses that are not overdue yet, so that they can alert later. */
async function takeBackAlerts(
  db: Db,
  accountId: string,
  now: Date,
  isUnsent: boolean,
): Promise<void> {
  const timezone = await timezoneOf(db, accountId);
  const noted = await db
    .select()
    .from(doseAlerts)
    .where(and(eq(doseAlerts.accountId, accountId), gt(doseAlerts.alertedAt, now)));
  for (const alert of noted) {
    const scheduledTime = instantOf(alert.localDate, alert.time, timezone);
    if (!isUnsent && lateness(scheduledTime, now).kind === 'overdue') continue;
    await db.delete(doseAlerts).where(isAlertOf(accountId, alert));
  }
}

/** A schedule change made meanwhile applies from now on, not from a time in the future. */
async function bringSchedulesBack(db: Db, accountId: string, now: Date): Promise<void> {
  const rows = await db
    .select()
    .from(medications)
    .where(and(eq(medications.accountId, accountId), gt(medications.scheduledSince, now)));
  const latest = now.toISOString();
  const earlier = (instant: string) => (instant < latest ? instant : latest);
  for (const { id, formerSchedules } of rows) {
    await db
      .update(medications)
      .set({
        scheduledSince: now,
        formerSchedules: formerSchedules.map((former) => ({
          ...former,
          from: earlier(former.from),
          until: earlier(former.until),
        })),
      })
      .where(isRow(medications, { id, accountId }));
  }
}
