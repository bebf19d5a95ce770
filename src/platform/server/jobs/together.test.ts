import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import { type JobQueue, PASSED, type ScheduledJob } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { acquireLease } from './leases.ts';
import { serverOfJobs } from './server-of-jobs.testing.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
const SOON = { timeout: 10_000, interval: 10 };

let database: Database;
let servers: FastifyInstance[];
beforeEach(async () => {
  database = await openTestDatabase();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await database.close();
});

async function start(...own: (ScheduledJob | JobQueue)[]): Promise<void> {
  servers.push(await serverOfJobs(database, NOW, own));
}

const recurring = (run: ScheduledJob['run'], changed: Partial<ScheduledJob> = {}) => ({
  ...{ name: 'test', everyMs: 60, run },
  ...changed,
});

describe.runIf(inject('testGround').kind === 'postgres')('a job with several servers', () => {
  it('a job runs in one server at a time', async () => {
    let atOnce = 0;
    let most = 0;
    let rounds = 0;
    const job = recurring(async () => {
      rounds += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      // Gives the other servers time to try to acquire the lease.
      for (let count = 0; count < 5; count += 1) await database.ping();
      atOnce -= 1;
    });
    for (let count = 0; count < 3; count += 1) await start(job);
    await expect.poll(() => rounds, SOON).toBeGreaterThan(8);
    expect(most).toBe(1);
  });

  it('a job runs in several servers after one shares its lease, and again when they are done', async () => {
    let [atOnce, most, rounds] = [0, 0, 0];
    const run: ScheduledJob['run'] = async ({ share }) => {
      rounds += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      await share?.();
      for (let count = 0; most < 3 && count < 1000; count += 1) await database.ping();
      atOnce -= 1;
    };
    for (let count = 0; count < 3; count += 1) await start(recurring(run, { mayOverlap: true }));
    await expect.poll(() => [most, rounds > 6], SOON).toEqual([3, true]);
  });

  it('a job runs in another server if one passes or fails', async () => {
    const went = new Set<string>();
    await start(
      recurring(async () => {
        went.add('passed');
        return PASSED;
      }),
    );
    await start(
      recurring(async () => {
        went.add('failed');
        throw new Error('not here');
      }),
    );
    let rounds = 0;
    await start(
      recurring(async () => {
        rounds += 1;
      }),
    );
    await expect.poll(() => rounds > 3 && went.size === 2, SOON).toBe(true);
  });

  it('a job stays due after a server has passed', async () => {
    let hasPassed = false;
    const pass = async () => {
      hasPassed = true;
      return PASSED;
    };
    await start(recurring(pass, { everyMs: MINUTE_MS }));
    await expect.poll(() => hasPassed, SOON).toBe(true);
    const isDue = async () => 'lease' in (await acquireLease(database, 'test', MINUTE_MS));
    await expect.poll(isDue, SOON).toBe(true);
  });

  it('a job runs in another server after the one with the lease has crashed', async () => {
    await database.asSystem((db) =>
      db.insert(jobs).values({
        ...{ kind: 'test', key: '', createdAt: NOW, runAt: NOW, lease: randomUUID() },
        leaseUntil: sql`clock_timestamp() + interval '1 second'`,
      }),
    );
    const begun = performance.now();
    let wentAfter: number | undefined;
    await start(
      recurring(async () => {
        wentAfter ??= performance.now() - begun;
      }),
    );
    await expect.poll(() => wentAfter, SOON).toBeDefined();
    expect(wentAfter).toBeGreaterThan(900);
  });

  it('a job of the process runs in every server', async () => {
    const went = new Set<number>();
    for (const server of [1, 2, 3]) {
      const run = async () => went.add(server);
      await start(recurring(run, { ofProcess: true }));
    }
    await expect.poll(() => went.size, SOON).toBe(3);
  });
});

describe('a failing job', () => {
  it('a failing job does not stop other jobs, and its failure is recorded until it succeeds', async () => {
    let fails = true;
    let others = 0;
    const failing = recurring(async () => {
      if (fails) throw new TypeError('of no use');
    });
    const other = recurring(
      async () => {
        others += 1;
      },
      { name: 'other' },
    );
    await start(failing, other);
    const noted = async () => {
      const rows = await database.asSystem((db) => db.select().from(jobs));
      const row = rows.find(({ kind }) => kind === 'test');
      return { hasFailed: (row?.attempts ?? 0) > 1, lastError: row?.lastError ?? null };
    };
    await expect.poll(noted, SOON).toEqual({ hasFailed: true, lastError: 'TypeError' });
    const before = others;
    await expect.poll(() => others, SOON).toBeGreaterThan(before);
    fails = false;
    await expect.poll(noted, SOON).toEqual({ hasFailed: false, lastError: null });
  });
});
