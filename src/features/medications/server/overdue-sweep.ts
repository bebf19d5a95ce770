import { and, asc, eq, gt, lte, notExists, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { importsUnderWay } from '#database/schema/households.ts';
import type { JobContext, ScheduledJob } from '#kit/server/feature.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { settle, type Untold } from './overdue-job.ts';
import { takeBack } from './take-back.ts';
import { trustedClock } from './trusted-clock.ts';

/** Households of one look at the table. */
const BATCH = 100;

/** The clocks of several servers are this far apart at most. */
const MOST_APART_MS = 2 * MINUTE_MS;

/** Marks doses overdue and missed, by itself, and alerts the administrators. */
export function overdueJob(): ScheduledJob {
  const clock = trustedClock();
  return {
    name: 'care',
    everyMs: 20_000,
    async run(parts) {
      const now = await clock(parts);
      if (now !== undefined) await sweepAll(parts, now);
    },
  };
}

/**
 * Sweeps the households whose time has come. Several processes share the work: a household that
 * another one holds is passed over, and one that fails keeps no other from its turn.
 */
async function sweepAll(parts: JobContext, now: Date): Promise<void> {
  const seen: string[] = [];
  for (;;) {
    const due = await parts.database.asSystem((db) => dueNow(db, now, seen));
    for (const accountId of due) {
      seen.push(accountId);
      await sweepHousehold(parts, accountId, now).catch((error: unknown) => {
        parts.log.error({ err: error }, 'the doses of a household could not be settled');
      });
    }
    if (due.length < BATCH) return;
  }
}

/** What is settled until after this was settled by a clock that was ahead. */
function aheadOf(now: Date): Date {
  return new Date(now.getTime() + MOST_APART_MS);
}

/** Medications without all their logs would be called missed: what is being brought in waits. */
const isComplete = notExists(
  sql`(select from ${importsUnderWay} where ${importsUnderWay.accountId} = ${careSweeps.accountId})`,
);

async function dueNow(db: Db, now: Date, seen: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ accountId: careSweeps.accountId })
    .from(careSweeps)
    .where(
      and(
        or(lte(careSweeps.nextAt, now), gt(careSweeps.sweptUntil, aheadOf(now))),
        isComplete,
        seen.length === 0 ? undefined : notInArray(careSweeps.accountId, [...seen]),
      ),
    )
    .orderBy(asc(careSweeps.nextAt))
    .limit(BATCH);
  return rows.map(({ accountId }) => accountId);
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
      if (settled.missed > 0 || isAhead) changed({ answers: 'medication-logs' });
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
    .where(
      and(
        eq(careSweeps.accountId, accountId),
        isComplete,
        or(lte(careSweeps.nextAt, now), gt(careSweeps.sweptUntil, aheadOf(now))),
      ),
    )
    .for('update', { skipLocked: true });
  return row?.sweptUntil;
}
