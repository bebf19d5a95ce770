import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#database/connect.ts';
import { feature, type ScheduledJob } from '#platform/server/feature.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { startJobs } from './scheduler.ts';

let database: Database;
let app: FastifyInstance | undefined;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await app?.close();
  app = undefined;
});
afterAll(() => database.close());

function serverWith(...jobs: ScheduledJob[]): FastifyInstance {
  app = Fastify();
  const now = () => new Date('2026-03-10T14:00:00Z');
  startJobs(app, [feature({}, {}, jobs)], { ...unitOfWork(database), database, now });
  return app;
}

async function listening(...jobs: ScheduledJob[]): Promise<FastifyInstance> {
  const server = serverWith(...jobs);
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

const round = (run: ScheduledJob['run'], changed: Partial<ScheduledJob> = {}): ScheduledJob => ({
  name: 'test',
  everyMs: 10_000,
  // Jobs of the process run by a timer only, so fake timers control them. All other jobs use the
  // time of the database.
  ofProcess: true,
  run,
  ...changed,
});

describe('a recurring job', () => {
  it('a job runs soon after the start and then at its interval', async () => {
    const run = vi.fn(async () => undefined);
    await listening(round(run));
    expect(run).toHaveBeenCalledTimes(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(run).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(run).toHaveBeenCalledTimes(3);
  });

  it('a job runs again after a failure', async () => {
    vi.useRealTimers();
    const run = vi.fn(async () => {
      throw new Error('not this time');
    });
    await listening(round(run, { everyMs: 50 }));
    await expect.poll(() => run.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(3);
  });

  it('a job never runs twice at the same time', async () => {
    let finish = () => {};
    const run = vi.fn(
      () =>
        new Promise<void>((done) => {
          finish = done;
        }),
    );
    await listening(round(run));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalledTimes(2);
    finish();
  });

  it('the server waits for a running job when it closes, and starts no other', async () => {
    let finish = () => {};
    let ended = false;
    const run = vi.fn(async () => {
      await new Promise<void>((done) => {
        finish = done;
      });
      ended = true;
    });
    const server = await listening(round(run));
    await vi.advanceTimersByTimeAsync(2_000);
    const closed = server.close();
    await vi.waitFor(() => expect(finish).not.toBe(undefined));
    finish();
    await closed;
    expect(ended).toBe(true);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('a job with `alsoAtEnd` runs when the server closes, others do not', async () => {
    const kept = vi.fn(async () => undefined);
    const other = vi.fn(async () => undefined);
    const server = await listening(round(kept, { alsoAtEnd: true }), round(other));
    await server.close();
    expect(kept).toHaveBeenCalledTimes(1);
    expect(other).toHaveBeenCalledTimes(0);
  });

  it('on a server that does not listen, jobs run only when called by name', async () => {
    const [one, other] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    const jobs = [round(one, { name: 'one' }), round(other, { name: 'other' })];
    const server = serverWith(...jobs);
    await server.ready();
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(one).toHaveBeenCalledTimes(0);
    await server.runJobs('one');
    expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  });
});
