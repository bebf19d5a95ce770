import { and, asc, gt, lte, notExists, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { given, isAmong, prepared } from '#database/prepared.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { accounts, importsUnderWay } from '#database/schema/households.ts';
import { type Changed, type JobContext, PASSED, type ScheduledJob } from '#kit/server/feature.ts';
import { byPages } from '#kit/server/jobs/pieces.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { goOnWithAlerts } from './open-doses.ts';
import { NOTHING, type Settled, settle, type Unsettled, type Untold } from './overdue-job.ts';
import { takeBack } from './take-back.ts';
import { trustedClock } from './trusted-clock.ts';

/** Households of one look at the table. */
const PAGE = 1000;

/** Households that are settled in one transaction. */
const SET = 200;

/**
 * Sets that are settled at once: while the database writes for one, this process works for another.
 * Most of the pool's ten connections are left to what people ask for.
 */
const AT_ONCE = 3;

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
      // Afterwards: what was just told is looked at again when its time comes.
      await goOnWithAlerts(parts, now);
    },
  };
}

/** More than one look finds is more than a moment's work: whichever server is free takes its share. */
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

/** A round: its time, and what its transactions have left to tell of, by household. */
interface Round {
  readonly now: Date;
  readonly untold: Map<string, Untold>;
}

/**
 * Settles a set of households in one transaction, and those that have more of the past behind them in
 * further ones. What other processes hold is left to them.
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
    // Kept beside the set: what fails with it later is tried anew, and what was noted here is told then.
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
  // A household that is being deleted is passed over, and none is deleted meanwhile: whoever deletes
  // it would wait for its sweep, and the sweep's alerts for whoever deletes it.
  (selected) => sql`
    select ${selected} from ${careSweeps}
    join ${accounts} on ${accounts.id} = ${careSweeps.accountId}
    where ${isAmong(careSweeps.accountId, 'accountIds')} and ${isComplete}
      and (${careSweeps.nextAt} <= ${given('now', careSweeps.nextAt)}
        or ${careSweeps.sweptUntil} > ${given('ahead', careSweeps.sweptUntil)})
    order by ${careSweeps.accountId}
    for update of ${careSweeps} skip locked
    for key share of ${accounts} skip locked`,
);

/**
 * Of these households those whose time has come and that no other process is at, with until when each
 * is settled; held until the transaction ends.
 */
function hold(db: Db, accountIds: readonly string[], now: Date) {
  return heldSweeps(db, { accountIds, now, ahead: aheadOf(now) });
}
