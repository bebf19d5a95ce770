import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { alertAdministrators, lookSoon } from '#features/alerts/server.ts';
import { isCareOver } from '#features/subscription/server.ts';
import { DAY_MS } from '#kit/shared/durations.ts';
import { addDays, localDate } from '#kit/shared/zoned-time.ts';
import { dosageAt } from '../dose-amounts.ts';
import { caredDoses } from '../overdue.ts';
import { doseOf } from '../schedule.ts';
import { inBatches, notAlertedYet } from './dose-alerts.ts';
import {
  type Care,
  daysOf,
  logByItself,
  readCare,
  type WaitingDose,
  waitingDoses,
} from './overdue-rows.ts';

/** A transaction settles at most so much of the past: after a long downtime there are several. */
const LONGEST_SPAN_MS = 7 * DAY_MS;

/** Administrators are alerted of single doses that became overdue in this time; of others, how many. */
const NEWS_FOR_MS = DAY_MS;

/** A household in which nothing will happen is looked at this often. */
const LONGEST_REST_MS = 7 * DAY_MS;

/** Named in the history as the device of what the server does. */
export const BY_ITSELF = 'By itself';

/**
 * Says that what is due in the household may have changed: it is swept at the next round. Holds the
 * household's sweep until the transaction ends, and answers until when it is settled.
 */
export async function scheduleCheck(db: Db, accountId: string, now: Date): Promise<Date> {
  const [row] = await db
    .insert(careSweeps)
    .values({ accountId, nextAt: now, sweptUntil: now })
    .onConflictDoUpdate({ target: careSweeps.accountId, set: { nextAt: now } })
    .returning({ sweptUntil: careSweeps.sweptUntil });
  await lookSoon(db, accountId, now);
  return row?.sweptUntil ?? now;
}

export interface Settled {
  /** Until when nothing is left to settle. */
  readonly until: Date;
  /** Doses that were marked missed. */
  readonly missed: number;
  /** The administrators were alerted. */
  readonly hasTold: boolean;
  /** What is told when all is settled, in one letter. */
  readonly untold: Untold;
}

/** Doses of which the administrators are still to be alerted. */
export interface Untold {
  /** One by one. */
  readonly news: readonly WaitingDose[];
  /** Those that became overdue too long ago for that. */
  readonly older: number;
}

const NOTHING: Untold = { news: [], older: 0 };

/**
 * Settles what became overdue and missed after `from`, a week of it at most, in the transaction of a
 * household whose sweep the caller holds. `untold` is what earlier spans left to tell of.
 */
export async function settle(
  db: Db,
  accountId: string,
  from: Date,
  { now, untold = NOTHING }: { now: Date; untold?: Untold },
): Promise<Settled> {
  const until = new Date(Math.min(now.getTime(), from.getTime() + LONGEST_SPAN_MS));
  const isLast = until.getTime() === now.getTime() || from > now;
  const care = await readCare(db, accountId, daysOf(from, until));
  const waiting = waitingDoses(care, ...daysOf(from, until)(care.timezone));
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
      (dose.missedAt > until || missed.has(dose.id)) &&
      (dose.reopened ? isNews(dose, now) : dose.overdueAt > from),
  );
  const fresh = await notAlertedYet(db, accountId, overdue, now);
  const news = [...untold.news, ...fresh.filter((dose) => isNews(dose, now))];
  const older = untold.older + fresh.filter((dose) => !isNews(dose, now)).length;
  // Nobody is reminded any more, so there is no news in an unanswered dose.
  const isTold = isLast && news.length + older > 0;
  const hasTold = isTold && !(await isCareOver(db, accountId, now));
  if (hasTold) {
    const doses = news.map(alerted);
    await alertAdministrators(db, { accountId, now, doses, older });
  }
  const sweptUntil = from > until ? from : until;
  const nextAt = isLast ? nextMoment(care, waiting, now) : now;
  await db
    .update(careSweeps)
    .set({ sweptUntil, nextAt })
    .where(eq(careSweeps.accountId, accountId));
  return { until: isLast ? now : until, missed: missed.size, hasTold, untold: { news, older } };
}

/** Settles all of the past, before something changes that it depends on. */
export async function settleAllOverdue(db: Db, accountId: string, now: Date): Promise<void> {
  let from = await scheduleCheck(db, accountId, now);
  let untold = NOTHING;
  do {
    ({ untold, until: from } = await settle(db, accountId, from, { now, untold }));
  } while (from < now);
}

function isNews({ overdueAt }: WaitingDose, now: Date): boolean {
  return now.getTime() - overdueAt.getTime() <= NEWS_FOR_MS;
}

function alerted({ row, date, time, scheduledTime, overdueAt }: WaitingDose) {
  const { id, name, userId } = row;
  const dose = { medicationId: id, localDate: date, time };
  const dosage = dosageAt(row, { date, time });
  return { ...dose, name, dosage, userId, scheduledTime, overdueAt };
}

/**
 * Never overwrites what somebody said, also while the sweep goes on; what was undone waits and can
 * be missed. Answers the ids of the doses that are missed now.
 */
async function markMissed(
  db: Db,
  accountId: string,
  doses: readonly WaitingDose[],
  now: Date,
): Promise<Set<string>> {
  const said = { status: 'missed', loggedAt: now } as const;
  const missed = new Set<string>();
  for (const batch of inBatches(doses)) {
    const logs = await db
      .insert(medicationLogs)
      .values(batch.map((dose) => logByItself(dose, said)))
      .onConflictDoUpdate({
        target: [medicationLogs.medicationId, medicationLogs.localDate, medicationLogs.time],
        set: { ...said, notes: '', late: false, loggedBy: null, loggedByName: null },
        setWhere: sql`${medicationLogs.status} = 'pending'`,
      })
      .returning();
    for (const { medicationId, localDate, time, scheduledTime } of logs)
      missed.add(doseOf(medicationId, localDate, time, scheduledTime).id);
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
