import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { doseAlerts } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { medicationLogAttempts } from '#database/schema/medications.ts';
import { isAlertOf } from '#features/alerts/server.ts';
import { TIMEZONE_UNDO_MS } from '#features/settings/limits.ts';
import { datesBetween } from '#platform/shared/wall-time.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { type CaredDose, caredDoses } from '../domain/overdue.ts';
import { doseId } from '../domain/schedule.ts';
import { type Care, readCare } from './overdue-rows.ts';
import { restoreLog } from './restore-log.ts';

/** The last change of the household's time zone, if it can still be undone. */
export interface LastMove {
  readonly from: string;
  readonly at: Date;
}

/** Requires the household's sweep lock, so that no other change comes in between. */
export async function lastMoveOf(
  db: Db,
  accountId: string,
  now: Date,
): Promise<LastMove | undefined> {
  const [row] = await db
    .select({ from: settings.previousTimezone, at: settings.timezoneChangedAt })
    .from(settings)
    .where(eq(settings.accountId, accountId));
  const { from, at } = row ?? { from: null, at: null };
  if (from === null || at === null || +now - +at > TIMEZONE_UNDO_MS) return undefined;
  return { from, at };
}

/**
 * After the time zone is changed back: doses that the server marked missed since the change, and
 * that would still be pending without it, are reopened. Answers of people stay. Doses that are no
 * longer overdue can be alerted of again.
 */
export async function restoreAfterMoveBack(
  db: Db,
  accountId: string,
  { at }: LastMove,
  now: Date,
): Promise<void> {
  const days = (timezone: string): [string, string] => [
    addDays(localDate(at, timezone), -2),
    addDays(localDate(now, timezone), 2),
  ];
  const care = await readCare(db, accountId, days);
  const dates = datesBetween(...days(care.timezone));
  const doses = care.medicines.flatMap(({ schedule }) =>
    dates.flatMap((date) => caredDoses(schedule, date, care.timezone)),
  );
  await reopenMissed(db, care, { at, open: idsOf(doses, ({ missedAt }) => missedAt > now) });
  const ahead = idsOf(doses, ({ overdueAt }) => overdueAt > now);
  const alerted = await db
    .select()
    .from(doseAlerts)
    .where(and(eq(doseAlerts.accountId, accountId), gte(doseAlerts.alertedAt, at)));
  for (const alert of alerted)
    if (ahead.has(doseId(alert.medicationId, alert.localDate, alert.time)))
      await db.delete(doseAlerts).where(isAlertOf(accountId, alert));
}

function idsOf(doses: readonly CaredDose[], which: (dose: CaredDose) => boolean) {
  return new Set(doses.filter(which).map(({ id }) => id));
}

interface Reopening {
  readonly at: Date;
  readonly open: ReadonlySet<string>;
}

async function reopenMissed(db: Db, care: Care, { at, open }: Reopening): Promise<void> {
  const logs = care.medicines.flatMap((medicine) => medicine.logs);
  for (const log of logs) {
    const isByServer = log.status === 'missed' && log.loggedByName === null && log.loggedAt >= at;
    if (!isByServer || !open.has(doseId(log.medicationId, log.localDate, log.time))) continue;
    await db
      .delete(medicationLogAttempts)
      .where(
        and(
          eq(medicationLogAttempts.accountId, log.accountId),
          eq(medicationLogAttempts.medicationLogId, log.id),
          eq(medicationLogAttempts.personName, ''),
          isNull(medicationLogAttempts.userId),
          gte(medicationLogAttempts.at, at),
        ),
      );
    await restoreLog(db, log);
  }
}
