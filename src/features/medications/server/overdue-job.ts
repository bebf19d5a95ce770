import { and, asc, gt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { isAmong, parameter, prepared } from '#database/prepared.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { accounts, runningImports } from '#database/schema/households.ts';
import {
  type Changed,
  type JobContext,
  PASSED,
  type ScheduledJob,
} from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { advanceDueAlerts } from './open-doses.ts';
import {
  NOTHING,
  type Settled,
  settle,
  type UnalertedDoses,
  type Unsettled,
} from './settle-overdue.ts';
import { takeBack } from './take-back.ts';
import { trustedClock } from './trusted-clock.ts';

/** Number of households read from the table at once. */
const PAGE = 1000;

/** Number of households settled in one transaction. */
const SET = 200;

/**
 * Number of batches settled concurrently: while the database writes one, this process computes
 * another. Most of the pool's ten connections remain free for requests.
 */
const AT_ONCE = 3;

/** Maximum difference between the clocks of several servers. */
const MAX_APART_MS = 2 * MINUTE_MS;

/** Marks doses overdue and missed, and alerts the administrators. */
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
      const round: Round = { now, untold: new Map() };
      await parts.eachSet(
        sharedWhereMany(dueNow(parts, now), parts),
        ({ accountId }) => ({ key: accountId, accountId }),
        (set) =>
          sweepSet(
            parts,
            set.map(({ accountId }) => accountId),
            round,
          ),
        { most: SET, atOnce: AT_ONCE },
      );
      // Runs after the batches: an alert created in this round is checked again when its next step
      // is due.
      await advanceDueAlerts(parts, now);
    },
  };
}

/** If there is more than one page of households, the work is shared with the other servers. */
async function* sharedWhereMany(all: AsyncIterable<Due>, { share }: Pick<JobContext, 'share'>) {
  let found = 0;
  for await (const one of all) {
    found += 1;
    if (found === PAGE) await share?.();
    yield one;
  }
}

interface Due {
  readonly accountId: string;
  readonly nextAt: string;
}

/** A household settled beyond this time was settled by a clock that was ahead. */
function aheadOf(now: Date): Date {
  return new Date(now.getTime() + MAX_APART_MS);
}

/**
 * Excludes households whose import is running: doses would be marked missed before their logs are
 * imported.
 */
const isComplete = notExists(
  sql`(select from ${runningImports} where ${runningImports.accountId} = ${careSweeps.accountId})`,
);

/**
 * Returns the due households, longest overdue first. Skips those that another process has locked
 * and those that failed; each household is returned once.
 */
export function dueNow({ database }: Pick<JobContext, 'database'>, now: Date) {
  const { accountId, nextAt, sweptUntil } = careSweeps;
  return byPages<Due>(PAGE, async (after) => {
    const isBehind =
      after && sql`(${nextAt}, ${accountId}) > (${after.nextAt}::timestamptz, ${after.accountId})`;
    // Each branch uses a separate index. The cursor is text, because a Date has no microseconds.
    return database.asSystem((db) => {
      const page = (which: SQL | undefined) =>
        db
          .select({ accountId, at: nextAt, nextAt: sql<string>`${nextAt}::text`.as('next_text') })
          .from(careSweeps)
          .where(and(which, isComplete, isBehind))
          .orderBy(asc(nextAt), asc(accountId))
          .limit(PAGE);
      // The household was settled by a clock that was ahead, and is not due by the present clock.
      const isAhead = and(gt(sweptUntil, aheadOf(now)), gt(nextAt, now));
      return unionAll(page(lte(nextAt, now)), page(isAhead))
        .orderBy(asc(nextAt), asc(accountId))
        .limit(PAGE);
    });
  });
}

/** One run of the job: its time, and the unreported doses of its transactions by household. */
interface Round {
  readonly now: Date;
  readonly untold: Map<string, UnalertedDoses>;
}

/**
 * Settles a batch of households in one transaction, and continues with those that have more than
 * one span in further transactions. Skips households that another process has locked.
 */
async function sweepSet(
  { changeAsSystem }: Pick<JobContext, 'changeAsSystem'>,
  accountIds: readonly string[],
  round: Round,
): Promise<void> {
  const { now, untold } = round;
  for (let left = accountIds; left.length > 0; ) {
    const settled = await changeAsSystem((db, changed) => settleHeld(db, left, round, changed));
    const behind = settled.filter(({ until }) => until < now);
    // Stored outside the batch: if a later transaction fails, its households are retried and these
    // doses are still reported.
    for (const { accountId } of settled) untold.delete(accountId);
    for (const one of behind) untold.set(one.accountId, one.untold);
    left = behind.map(({ accountId }) => accountId);
  }
}

async function settleHeld(
  db: Db,
  accountIds: readonly string[],
  { now, untold }: Round,
  changed: Changed,
): Promise<Settled[]> {
  const ahead = new Set<string>();
  const households: Unsettled[] = [];
  for (const { accountId, sweptUntil } of await hold(db, accountIds, now)) {
    const isAhead = sweptUntil > aheadOf(now);
    if (isAhead) ahead.add(accountId);
    const from = isAhead ? await takeBack(db, accountId, now) : sweptUntil;
    households.push({ accountId, from, untold: untold.get(accountId) ?? NOTHING });
  }
  if (households.length === 0) return [];
  const settled = await settle(db, households, now);
  for (const { accountId, isNews } of settled)
    if (isNews || ahead.has(accountId)) changed(accountId, { answers: 'medication-logs' });
  return settled;
}

const heldSweeps = prepared(
  'held_sweeps',
  { accountId: careSweeps.accountId, sweptUntil: careSweeps.sweptUntil },
  // Skips a household that is being deleted, and prevents its deletion meanwhile. Otherwise the
  // deletion would wait for the sweep row while the sweep's alerts wait for the deletion.
  (selected) => sql`
    select ${selected} from ${careSweeps}
    join ${accounts} on ${accounts.id} = ${careSweeps.accountId}
    where ${isAmong(careSweeps.accountId, 'accountIds')} and ${isComplete}
      and (${careSweeps.nextAt} <= ${parameter('now', careSweeps.nextAt)}
        or ${careSweeps.sweptUntil} > ${parameter('ahead', careSweeps.sweptUntil)})
    order by ${careSweeps.accountId}
    for update of ${careSweeps} skip locked
    for key share of ${accounts} skip locked`,
);

/**
 * Locks those of the given households that are due and that no other process has locked, until the
 * transaction ends. Returns until when each is settled.
 */
function hold(db: Db, accountIds: readonly string[], now: Date) {
  return heldSweeps(db, { accountIds, now, ahead: aheadOf(now) });
}
