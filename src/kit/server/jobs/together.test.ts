import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { openTestDatabase } from '#database/testing.ts';
import { feature, type JobQueue, PASSED, type ScheduledJob } from '#kit/server/feature.ts';
import { unitOfWork } from '#kit/server/http/invalidation.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { putJobs } from './queue.ts';
import { startJobs } from './scheduler.ts';
import { takeTurn } from './turns.ts';

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
  const server = Fastify();
  startJobs(server, [feature({}, {}, own)], {
    ...{ ...unitOfWork(database), database, now: () => NOW },
  });
  servers.push(server);
  await server.listen({ port: 0, host: '127.0.0.1' });
}

const recurring = (run: ScheduledJob['run'], changed: Partial<ScheduledJob> = {}) => ({
  ...{ name: 'test', everyMs: 60, run },
  ...changed,
});

describe.runIf(inject('testGround').kind === 'postgres')('a job of several servers', () => {
  it('goes in one of them at a time', async () => {
    let atOnce = 0;
    let most = 0;
    let rounds = 0;
    const job = recurring(async () => {
      rounds += 1;
      atOnce += 1;
      most = Math.max(most, atOnce);
      // Others ask for the turn meanwhile.
      for (let count = 0; count < 5; count += 1) await database.ping();
      atOnce -= 1;
    });
    for (let count = 0; count < 3; count += 1) await start(job);
    await expect.poll(() => rounds, SOON).toBeGreaterThan(8);
    expect(most).toBe(1);
  });

  it('goes in several at once when one shares its turn, and again when they are done', async () => {
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

  it('goes on in another one when one cannot do it, or fails in it', async () => {
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

  it('stays due when the one whose turn it was could not do it', async () => {
    let hasPassed = false;
    const pass = async () => {
      hasPassed = true;
      return PASSED;
    };
    await start(recurring(pass, { everyMs: MINUTE_MS }));
    await expect.poll(() => hasPassed, SOON).toBe(true);
    const isDue = async () => 'lease' in (await takeTurn(database, 'test', MINUTE_MS));
    await expect.poll(isDue, SOON).toBe(true);
  });

  it('goes on in another one when the one whose turn it was is killed', async () => {
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

  it('goes in each of them when its work is the process’s own', async () => {
    const went = new Set<number>();
    for (const server of [1, 2, 3]) {
      const run = async () => went.add(server);
      await start(recurring(run, { ofProcess: true }));
    }
    await expect.poll(() => went.size, SOON).toBe(3);
  });
});

describe('a job', () => {
  it('that fails again and again stops no other, and is noted until it succeeds', async () => {
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

  describe('in a queue', () => {
    let accountId: string;
    let release = () => {};
    let hanging: Promise<undefined>;
    beforeEach(async () => {
      accountId = randomUUID();
      await database.asSystem((db) =>
        db.insert(accounts).values({ id: accountId, accountNumber: 'GA-1', createdAt: NOW }),
      );
      hanging = new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    });

    const put = (kind: string, keys: readonly string[], lane = '') =>
      database.asSystem((db) =>
        putJobs(
          db,
          keys.map((key) => ({
            ...{ kind, key, lane, accountId, urgent: false, createdAt: NOW, runAt: NOW },
          })),
        ),
      );
    const queue = (run: JobQueue['run'], changed: Partial<JobQueue> = {}): JobQueue => ({
      ...{ name: 'test', kind: 'email', everyMs: 60, most: () => 20, run },
      ...changed,
    });
    const left = async () => {
      const rows = await database.asSystem((db) => db.select().from(jobs));
      return rows
        .filter(({ key }) => key !== '')
        .map(({ key, attempts, runAt }) => [key, attempts, runAt.getTime() - NOW.getTime()])
        .sort();
    };
    const hangs =
      (...keys: string[]): JobQueue['run'] =>
      async ({ key }) =>
        keys.includes(key) ? hanging : undefined;

    it('of a kind that hangs holds up no other kind; one that throws comes again, alone', async () => {
      await put('push', ['thrown', 'done']);
      await put('email', ['hung']);
      const push = queue(
        async ({ key }) => {
          if (key === 'thrown') throw new Error('not this time');
          return undefined;
        },
        { kind: 'push' },
      );
      await start(queue(hangs('hung')), push);
      const waiting = [
        ['hung', 1, 0],
        ['thrown', 1, MINUTE_MS / 2],
      ];
      await expect.poll(left, SOON).toEqual(waiting);
      release();
      await expect.poll(left, SOON).toEqual(waiting.slice(1));
    });

    it('that hangs holds up its own place alone, also those that come later', async () => {
      await put(
        'email',
        Array.from({ length: 30 }, (_, at) => `${at}`),
      );
      await start(queue(hangs('3'), { most: () => 4 }));
      await expect.poll(left, SOON).toEqual([['3', 1, 0]]);
      await put('email', ['later']);
      await expect.poll(left, SOON).toEqual([['3', 1, 0]]);
      release();
    });

    it('has never more under way than it says', async () => {
      await put(
        'email',
        Array.from({ length: 30 }, (_, at) => `${at}`),
      );
      let underWay = 0;
      const most: number[] = [];
      const run = async () => {
        underWay += 1;
        most.push(underWay);
        await new Promise((resolve) => setImmediate(resolve));
        underWay -= 1;
        return undefined;
      };
      await start(queue(run, { most: () => 5 }));
      await expect.poll(left, SOON).toEqual([]);
      expect([most.length, Math.max(...most)]).toEqual([30, 5]);
    });

    it('waits while nothing may be tried, and its server closes when those under way have ended', async () => {
      await put('email', ['hung', 'other']);
      let most = 1;
      await start(queue(hangs('hung', 'other'), { most: () => most }));
      await expect.poll(left, SOON).toContainEqual([expect.any(String), 1, 0]);
      most = 0;
      let isClosed = false;
      const closing = servers[0]?.close().then(() => {
        isClosed = true;
      });
      expect([isClosed, (await left()).length]).toEqual([false, 2]);
      release();
      await closing;
      expect(await left()).toMatchObject([[expect.any(String), 0, 0]]);
    });

    it('goes in its lane, and in the one of all others where it has none of its own', async () => {
      await put('email', ['a'], 'slow');
      await put('email', ['b'], 'quick');
      await put('email', ['c'], 'unknown');
      await put('email', ['d']);
      const ran: string[] = [];
      const noting =
        (lane: string): JobQueue['run'] =>
        async ({ key }) => {
          ran.push(`${lane}: ${key}`);
          return lane === 'slow' ? hanging : undefined;
        };
      await start(
        queue(noting('slow'), { lane: 'slow', most: () => 1 }),
        queue(noting('quick'), { lane: 'quick' }),
        queue(noting('others')),
      );
      await expect.poll(left, SOON).toEqual([['a', 1, 0]]);
      expect(ran.sort()).toEqual(['others: c', 'others: d', 'quick: b', 'slow: a']);
      release();
    });
  });
});
