import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps, doseAlerts } from '#database/schema/alerts.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { alertAdministrators } from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { caredDoses } from '../overdue.ts';
import { type Care, logByItself, readCare, type WaitingDose, waitingDoses } from './care-rows.ts';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** A transaction settles at most so much of the past: after a long downtime there are several. */
const LONGEST_SPAN_MS = 7 * DAY_MS;

/** Administrators are alerted of single doses that became overdue in this time; of others, how many. */
const NEWS_FOR_MS = DAY_MS;

/** A household in which nothing will happen is looked at this often. */
const LONGEST_REST_MS = 7 * DAY_MS;

/** Rows of one statement. */
const BATCH = 500;

/** Named in the history as the device of what the server does. */
export const BY_ITSELF = 'By itself';

/**
 * Says that what is due in the household may have changed: it is swept at the next round. Holds the
 * household's sweep until the transaction ends, and answers until when it is settled.
 */
export async function careMayChange(db: Db, accountId: string, now: Date): Promise<Date> {
  const [row] = await db
    .insert(careSweeps)
    .values({ accountId, nextAt: now, sweptUntil: now })
    .onConflictDoUpdate({ target: careSweeps.accountId, set: { nextAt: now } })
    .returning({ sweptUntil: careSweeps.sweptUntil });
  return row?.sweptUntil ?? now;
}

export interface Settled {
  /** Until when nothing is left to settle. */
  readonly until: Date;
  /** Doses that were marked missed. */
  readonly missed: number;
  /** Doses that became overdue too long ago to alert of them one by one. */
  readonly older: number;
}

/**
 * Settles what became overdue and missed after `from`, a week of it at most, in the transaction of a
 * household whose sweep the caller holds. `older` counts what earlier spans left to tell of.
 */
export async function settle(
  db: Db,
  accountId: string,
  from: Date,
  { now, older = 0 }: { now: Date; older?: number },
): Promise<Settled> {
  const until = new Date(Math.min(now.getTime(), from.getTime() + LONGEST_SPAN_MS));
  const isLast = until.getTime() === now.getTime() || from > now;
  const care = await readCare(db, accountId, (timezone) => daysOf(from, until, timezone));
  const [first, last] = daysOf(from, until, care.timezone);
  const waiting = waitingDoses(care, first, last);
  const missed = await markMissed(
    db,
    accountId,
    waiting.filter((dose) => dose.missedAt <= until),
    now,
  );
  const overdue = waiting.filter(
    (dose) =>
      dose.row.reminderEnabled &&
      dose.overdueAt <= until &&
      (dose.reopened ? isNews(dose, now) : dose.overdueAt > from),
  );
  const fresh = await notAlertedYet(db, accountId, overdue, now);
  const news = fresh.filter((dose) => isNews(dose, now));
  const untold = older + fresh.length - news.length;
  // Nobody is reminded any more, so there is no news in an unanswered dose.
  if (isLast && news.length + untold > 0 && !(await isCareOver(db, accountId, now))) {
    await alertAdministrators(db, { accountId, now, doses: news.map(alerted), older: untold });
  }
  const sweptUntil = from > until ? from : until;
  const nextAt = isLast ? nextMoment(care, waiting, now) : now;
  await db
    .update(careSweeps)
    .set({ sweptUntil, nextAt })
    .where(eq(careSweeps.accountId, accountId));
  return { until: isLast ? now : until, missed, older: untold };
}

/** Settles all of the past, before something changes that it depends on. */
export async function settleAll(db: Db, accountId: string, now: Date): Promise<void> {
  let from = await careMayChange(db, accountId, now);
  let older = 0;
  do {
    const settled = await settle(db, accountId, from, { now, older });
    ({ older, until: from } = settled);
  } while (from < now);
}

function isNews({ overdueAt }: WaitingDose, now: Date): boolean {
  return now.getTime() - overdueAt.getTime() <= NEWS_FOR_MS;
}

/** A dose of the day before can become missed shortly after midnight. */
function daysOf(from: Date, until: Date, timezone: string): readonly [string, string] {
  return [addDays(localDate(from, timezone), -1), localDate(until, timezone)];
}

function alerted({ row, scheduledTime, overdueAt }: WaitingDose) {
  const { name, dosage, userId } = row;
  return { name, dosage, userId, scheduledTime, overdueAt };
}

/** Never overwrites what somebody said; what was undone waits and can be missed. */
async function markMissed(
  db: Db,
  accountId: string,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<number> {
  const said = { status: 'missed', loggedAt: now } as const;
  let missed = 0;
  for (const batch of inBatches(doses)) {
    const logs = await db
      .insert(medicationLogs)
      .values(batch.map((dose) => logByItself(dose, said)))
      .onConflictDoUpdate({
        target: [medicationLogs.medicationId, medicationLogs.localDate, medicationLogs.time],
        set: { ...said, notes: '', late: false, loggedBy: null, loggedByName: null },
        setWhere: sql`${medicationLogs.status} = 'pending'`,
      })
      .returning({ id: medicationLogs.id });
    missed += logs.length;
    if (logs.length > 0)
      await db.insert(medicationLogAttempts).values(
        logs.map(({ id }) => ({
          id: randomUUID(),
          accountId,
          medicationLogId: id,
          status: said.status,
          notes: '',
          at: now,
          deviceName: BY_ITSELF,
        })),
      );
  }
  return missed;
}

/** Keeps those that no alert was of, and notes that one is now. */
async function notAlertedYet(
  db: Db,
  accountId: string,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<WaitingDose[]> {
  const fresh = new Set<string>();
  for (const batch of inBatches(doses)) {
    const rows = await db
      .insert(doseAlerts)
      .values(
        batch.map(({ row, date, time }) => ({
          medicationId: row.id,
          localDate: date,
          time,
          accountId,
          alertedAt: now,
        })),
      )
      .onConflictDoNothing()
      .returning();
    for (const row of rows) fresh.add(`${row.medicationId} ${row.localDate} ${row.time}`);
  }
  return doses.filter(({ row, date, time }) => fresh.has(`${row.id} ${date} ${time}`));
}

/** The first moment after `now` at which a dose becomes overdue or missed by itself. */
function nextMoment(care: Care, waiting: readonly WaitingDose[], now: Date): Date {
  const { timezone, medicines } = care;
  const latest = now.getTime() + LONGEST_REST_MS;
  const moments = waiting.flatMap(({ overdueAt, missedAt }) => [overdueAt, missedAt]);
  const ahead = (days: number) =>
    medicines.flatMap(({ schedule }) =>
      caredDoses(schedule, addDays(localDate(now, timezone), days), timezone).map(
        ({ overdueAt }) => overdueAt,
      ),
    );
  const next = [...moments, ...ahead(1)].map(Number).filter((moment) => moment > now.getTime());
  for (let days = 2; next.length === 0 && days <= 7; days += 1)
    next.push(...ahead(days).map(Number));
  return new Date(next.reduce((one, other) => Math.min(one, other), latest));
}

function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = [];
  for (let at = 0; at < all.length; at += BATCH) batches.push(all.slice(at, at + BATCH));
  return batches;
}
