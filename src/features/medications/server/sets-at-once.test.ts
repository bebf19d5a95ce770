import { getTableName, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Db } from '#database/connect.ts';
import { careSweeps, doseAlerts, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { type CareServer, careServer } from '#testing/care.ts';
import { outcomeOf } from './outcomes.testing.ts';
import { overdueJob } from './overdue-job.ts';
import { household, NOW, write } from './random-households.testing.ts';
import { roundOf } from './sets.testing.ts';

let server: CareServer;
beforeEach(async () => {
  server = await careServer();
});
afterEach(() => server.close());

const system = <T>(work: (db: Db) => Promise<T>) => server.database.asSystem(work);

/** The tables that a round writes, each after the tables that its rows reference. */
const WRITTEN = [
  ...[medicationLogs, medicationLogAttempts, doseAlerts, careSweeps, jobs],
  ...[alerts, alertTellings, unsentAlerts, outbox],
].map((table) => sql.identifier(getTableName(table)));

const HOUSEHOLDS = 30;

async function writeHouseholds(): Promise<string[]> {
  const all = fc.sample(household, { numRuns: HOUSEHOLDS, seed: 20260310 });
  return system(async (db) => {
    const accountIds: string[] = [];
    for (const [at, one] of all.entries()) {
      const accountId = await write(db, one, `mark${at}x`);
      const from = new Date(+NOW - one.behind * HOUR_MS);
      await db.insert(careSweeps).values({ accountId, nextAt: NOW, sweptUntil: from });
      accountIds.push(accountId);
    }
    return accountIds;
  });
}

async function keepState(): Promise<void> {
  for (const [at, table] of WRITTEN.entries()) {
    const kept = sql.identifier(`kept_${at}`);
    await system((db) => db.execute(sql`create table ${kept} as select * from ${table}`));
  }
}

async function restoreState(): Promise<void> {
  await system(async (db) => {
    for (const table of WRITTEN.toReversed()) await db.execute(sql`delete from ${table}`);
    for (const [at, table] of WRITTEN.entries()) {
      const kept = sql.identifier(`kept_${at}`);
      await db.execute(sql`insert into ${table} overriding system value select * from ${kept}`);
    }
  });
}

/**
 * Runs a round in small batches, `atOnce` of them concurrently; returns the maximum concurrency and
 * the outcome.
 */
async function sweep(accountIds: readonly string[], atOnce: number) {
  const { parts } = roundOf(server);
  let [underWay, most] = [0, 0];
  const eachSet: typeof parts.eachSet = (all, pieceOf, work) =>
    parts.eachSet(
      all,
      pieceOf,
      async (set) => {
        underWay += 1;
        most = Math.max(most, underWay);
        await work(set).finally(() => {
          underWay -= 1;
        });
      },
      { most: 4, atOnce },
    );
  await overdueJob().run({ ...parts, eachSet });
  return { most, outcome: await system((db) => outcomeOf(db, accountIds)) };
}

it('concurrent batches give the same result as sequential ones', async () => {
  server.clock.set(NOW.toISOString());
  const accountIds = await writeHouseholds();
  await keepState();
  const alone = await sweep(accountIds, 1);
  await restoreState();
  const together = await sweep(accountIds, 4);
  expect([alone.most, together.most]).toEqual([1, 4]);
  expect(together.outcome).toEqual(alone.outcome);
  const letters = Object.values(together.outcome).flatMap((one) => one.letters ?? []);
  expect(letters.length).toBeGreaterThan(HOUSEHOLDS / 2);
}, 60_000);
