import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { medicationLogs, medications, type StoredSchedule } from '#database/schema/medications.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { addDays, localDate } from '#platform/shared/zoned-time.ts';
import { takenBefore } from '../domain/moved-times.ts';
import { timesOfDay } from '../domain/schedule.ts';
import { type WhoChanges, withAllClear } from './away-alerts.ts';
import type { MedicationRow } from './medication-rows.ts';
import { daysOf, readCare, timezoneOf, type WaitingDose, waitingDoses } from './overdue-rows.ts';
import { scheduleCheck, settleAllOverdue } from './settle-overdue.ts';
import { lastMoveOf, restoreAfterMoveBack } from './undo-timezone.ts';

/**
 * A tablet can deliver a press this much later; former schedules are stored this long to find its
 * dose.
 */
const REMEMBERED_MS = 32 * DAY_MS;

/** Maximum number of former schedules that are stored per medication. */
const MAX_REMEMBERED = 40;

interface Rescheduling {
  readonly accountId: string;
  readonly medicationId?: string;
  readonly now: Date;
}

/**
 * Changes when doses are due: of one medication, or of all when the time zone changes. Past doses
 * are settled by the old schedule first; it is stored as a former schedule, because `due.ts` needs
 * both.
 */
export async function reschedule<T>(
  db: Db,
  rescheduling: Rescheduling,
  change: () => Promise<T>,
): Promise<T> {
  const { accountId, now } = rescheduling;
  await settleAllOverdue(db, accountId, now);
  const timezone = await timezoneOf(db, accountId);
  const before = await affected(db, rescheduling);
  const taken = await takenToday(db, accountId, before, localDate(now, timezone));
  const waited = await waitingAt(db, accountId, now);
  const lastMove = await lastMoveOf(db, accountId, now);
  const result = await change();
  const after = new Map((await affected(db, rescheduling)).map((row) => [row.id, row]));
  for (const row of before) {
    const today = localDate(now, timezone);
    const present = after.get(row.id);
    const times = present === undefined ? [] : timesOfDay(present, today);
    const moved = takenBefore(timesOfDay(row, today), times, taken(row));
    await db
      .update(medications)
      .set({
        scheduledSince: now,
        formerSchedules: remembered([...row.formerSchedules, ended(row, timezone, now)], now),
        notDue: [
          ...row.notDue.filter((dose) => dose.slice(0, 10) >= addDays(today, -2)),
          ...moved.map((time) => `${today} ${time}`),
        ],
      })
      .where(and(eq(medications.accountId, accountId), eq(medications.id, row.id)));
  }
  const isMovedBack =
    lastMove?.from !== timezone && lastMove?.from === (await timezoneOf(db, accountId));
  if (lastMove !== undefined && isMovedBack)
    await restoreAfterMoveBack(db, accountId, lastMove, now);
  await scheduleCheck(db, accountId, now);
  await alertNewlyOverdue(db, accountId, waited, now);
  return result;
}

/**
 * Changes an away period. Past doses are settled first by the old periods, and doses that become
 * pending again are checked again. Alerted people get the all-clear. Locks the household's sweep
 * row, so that concurrent changes are serialized.
 */
export async function changeWhenAway<T>(
  db: Db,
  who: WhoChanges,
  change: () => Promise<T>,
): Promise<T> {
  const { accountId, now } = who;
  await settleAllOverdue(db, accountId, now);
  const waited = await waitingAt(db, accountId, now);
  const result = await withAllClear(db, who, change);
  await scheduleCheck(db, accountId, now);
  await alertNewlyOverdue(db, accountId, waited, now);
  return result;
}

/** Alerts the administrators of doses that are overdue now but were not before the change. */
export async function alertNewlyOverdue(
  db: Db,
  accountId: string,
  waited: readonly WaitingDose[],
  now: Date,
): Promise<void> {
  const known = new Set(waited.filter(({ overdueAt }) => overdueAt <= now).map(({ id }) => id));
  const again = (await waitingAt(db, accountId, now)).filter(({ id }) => !known.has(id));
  await lookAgainAt(db, accountId, again, now);
}

function affected(db: Db, { accountId, medicationId }: Rescheduling): Promise<MedicationRow[]> {
  return db
    .select()
    .from(medications)
    .where(
      and(
        eq(medications.accountId, accountId),
        isNull(medications.deletedAt),
        medicationId === undefined ? undefined : eq(medications.id, medicationId),
      ),
    );
}

export async function waitingAt(db: Db, accountId: string, now: Date): Promise<WaitingDose[]> {
  const care = await readCare(db, accountId, daysOf(now, now));
  return waitingDoses(care, daysOf(now, now)(care.timezone));
}

/** Returns the times of today at which each medication was taken or counts as taken. */
async function takenToday(
  db: Db,
  accountId: string,
  rows: readonly MedicationRow[],
  today: string,
) {
  const ids = rows.map(({ id }) => id);
  const logs = await db
    .select({ id: medicationLogs.medicationId, time: medicationLogs.time })
    .from(medicationLogs)
    .where(
      and(
        eq(medicationLogs.accountId, accountId),
        inArray(medicationLogs.medicationId, ids),
        eq(medicationLogs.localDate, today),
        eq(medicationLogs.status, 'taken'),
        isNotNull(medicationLogs.loggedByName),
      ),
    );
  return ({ id, notDue }: MedicationRow) => [
    ...logs.filter((log) => log.id === id).map(({ time }) => time),
    ...notDue.filter((dose) => dose.startsWith(today)).map((dose) => dose.slice(11)),
  ];
}

function ended(row: MedicationRow, timezone: string, now: Date): StoredSchedule {
  const { frequency, times, pattern, startDate, endDate, isActive, scheduledSince } = row;
  return {
    from: scheduledSince.toISOString(),
    until: now.toISOString(),
    ...{ timezone, frequency, times, startDate, endDate, isActive },
    ...(pattern === null ? {} : { pattern }),
  };
}

/** Returns the former schedules that can still matter, oldest first. */
export function remembered(schedules: readonly StoredSchedule[], now: Date): StoredSchedule[] {
  const oldest = new Date(now.getTime() - REMEMBERED_MS).toISOString();
  return schedules.filter(({ until }) => until > oldest).slice(-MAX_REMEMBERED);
}

/**
 * A dose that becomes pending again may have become overdue without an alert, so the sweep starts
 * again before that moment.
 */
async function lookAgainAt(
  db: Db,
  accountId: string,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<void> {
  const missedOut = doses.map(({ overdueAt }) => overdueAt.getTime()).filter((at) => at <= +now);
  if (missedOut.length === 0) return;
  const from = new Date(Math.min(...missedOut) - 1);
  await db
    .update(careSweeps)
    .set({ sweptUntil: sql`least(${careSweeps.sweptUntil}, ${from})` })
    .where(eq(careSweeps.accountId, accountId));
}
