import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import type { JobQueue } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { putJobs } from './queue.ts';
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

const start = (...own: JobQueue[]) => startOn(database, ...own);

async function startOn(on: Database, ...own: JobQueue[]): Promise<void> {
  servers.push(await serverOfJobs(on, NOW, own));
}

describe('a job queue', () => {
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

  // Releases the jobs even after a failed test, because the server closes only when they have
  // ended.
  afterEach(() => release());

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

  it('a hanging job does not delay other kinds, and only a failed job is retried', async () => {
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

  it('a hanging job occupies only its own place, even for jobs added later', async () => {
    await put(
      'email',
      Array.from({ length: 30 }, (_, at) => `${at}`),
    );
    await start(queue(hangs('3'), { most: () => 4 }));
    await expect.poll(left, SOON).toEqual([['3', 1, 0]]);
    await put('email', ['later']);
    await expect.poll(left, SOON).toEqual([['3', 1, 0]]);
  });

  it('a job that hangs after all others have ended occupies only its own place', async () => {
    const keys = ['first', 'second', 'third', 'fourth', 'hung', 'later'];
    await database.asSystem((db) =>
      putJobs(
        db,
        keys.map((key, at) => ({
          ...{ kind: 'email', key, accountId, urgent: false, createdAt: NOW },
          runAt: new Date(NOW.getTime() - (keys.length - at) * MINUTE_MS),
        })),
      ),
    );
    const keysLeft = async () => (await left()).map(([key]) => key);
    let isClaimed = () => {};
    const claimed = new Promise<void>((resolve) => {
      isClaimed = resolve;
    });
    // A database that delays the result of the second claim until the other jobs have ended. Only
    // one place is free at the time of that claim.
    const slow: Database = {
      ...database,
      async asSystem(work) {
        const result = await database.asSystem(work);
        if (!Array.isArray(result) || result[0]?.key !== 'hung') return result;
        isClaimed();
        await expect.poll(keysLeft, SOON).toEqual(['hung', 'later']);
        return result;
      },
    };
    const run: JobQueue['run'] = async ({ key }) => {
      if (key === 'hung') return hanging;
      if (/second|third|fourth/.test(key)) await claimed;
      return undefined;
    };
    await startOn(slow, queue(run, { most: () => 4 }));
    await expect.poll(keysLeft, SOON).toEqual(['hung']);
  });

  it('a queue never runs more jobs at once than `most` allows', async () => {
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

  it('a queue claims no job while `most` is 0, and the server closes when the running jobs have ended', async () => {
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

  it('a job runs in the queue of its lane, or in the general queue if its lane has none', async () => {
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
