import { and, asc, eq, gt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { importsUnderWay } from '#database/schema/households.ts';
import { type JobContext, PASSED, type ScheduledJob } from '#kit/server/feature.ts';
import { byPages } from '#kit/server/jobs/pieces.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { goOnWithAlerts } from './open-doses.ts';
import { settle, type Untold } from './overdue-job.ts';
import { takeBack } from './take-back.ts';
import { trustedClock } from './trusted-clock.ts';

/** Households of one look at the table. */
const PAGE = 1000;

/**
 * Households that are settled at once: while the database writes for one, this process works for
 * another. Most of the pool's ten connections are left to what people ask for.
 */
const AT_ONCE = 4;

/** The clocks of several servers are this far apart at most. */
const MOST_APART_MS = 2 * MINUTE_MS;

/** Marks doses overdue and missed, by itself, and alerts the administrators. */
export function overdueJob(): ScheduledJob {
  const clock = trustedClock();
  return {
    name: 'care',
    everyMs: 20_000,
    triesEachRound: true,
    mayOverlap: true,
    async run(parts) {
      const now = await clock(parts);
      if (now === undefined) return PASSED;
      await parts.each(
        dueNow(parts, now),
        ({ accountId }) => ({ key: accountId, accountId }),
        ({ accountId }) => sweepHousehold(parts, accountId, now),
        AT_ONCE,
      );
      // Afterwards: what was just told is looked at again when its time comes.
      await goOnWithAlerts(parts, now);
    },
  };
}

interface Due {
  readonly accountId: string;
  readonly nextAt: string;
}

/** What is settled until after this was settled by a clock that was ahead. */
function aheadOf(now: Date): Date {
  return new Date(now.getTime() + MOST_APART_MS);
}

/** Medications without all their logs would be called missed: what is being brought in waits. */
const isComplete = notExists(
  sql`(select from ${importsUnderWay} where ${importsUnderWay.accountId} = ${careSweeps.accountId})`,
);

/**
 * The households whose time has come, those that have waited longest first. One that another process
 * holds is passed over, and so is one that could not be settled: each is named once.
 */
export function dueNow({ database }: Pick<JobContext, 'database'>, now: Date) {
  const { accountId, nextAt, sweptUntil } = careSweeps;
  return byPages<Due>(PAGE, async (after) => {
    const isBehind =
      after && sql`(${nextAt}, ${accountId}) > (${after.nextAt}::timestamptz, ${after.accountId})`;
    // Each part by an index of its own. As text: to the microsecond, which a Date is not.
    return database.asSystem((db) => {
      const page = (which: SQL | undefined) =>
        db
          .select({ accountId, at: nextAt, nextAt: sql<string>`${nextAt}::text`.as('next_text') })
          .from(careSweeps)
          .where(and(which, isComplete, isBehind))
          .orderBy(asc(nextAt), asc(accountId))
          .limit(PAGE);
      // Settled by a clock that was ahead, and not due by the one of now.
      const isAhead = and(gt(sweptUntil, aheadOf(now)), gt(nextAt, now));
      return unionAll(page(lte(nextAt, now)), page(isAhead))
        .orderBy(asc(nextAt), asc(accountId))
        .limit(PAGE);
    });
  });
}

function isDue(now: Date) {
  return or(lte(careSweeps.nextAt, now), gt(careSweeps.sweptUntil, aheadOf(now)));
}

async function sweepHousehold(parts: JobContext, accountId: string, now: Date): Promise<void> {
  let untold: Untold | undefined;
  for (;;) {
    const settled = await parts.change(accountId, async (db, changed) => {
      const held = await hold(db, accountId, now);
      if (held === undefined) return undefined;
      const isAhead = held > aheadOf(now);
      const from = isAhead ? await takeBack(db, accountId, now) : held;
      const settled = await settle(db, accountId, from, { now, ...(untold && { untold }) });
      const isNews = settled.missed > 0 || settled.hasTold || isAhead;
      if (isNews) changed({ answers: 'medication-logs' });
      return settled;
    });
    if (settled === undefined || settled.until >= now) return;
    untold = settled.untold;
  }
}

/** Until when the household is settled, if its time has come and no other process is at it. */
async function hold(db: Db, accountId: string, now: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ sweptUntil: careSweeps.sweptUntil })
    .from(careSweeps)
    .where(and(eq(careSweeps.accountId, accountId), isComplete, isDue(now)))
    .for('update', { skipLocked: true });
  return row?.sweptUntil;
}
