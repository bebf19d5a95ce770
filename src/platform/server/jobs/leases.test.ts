import { and, eq, type SQL, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { acquireLease, LEASE_MS, passLease, releaseLease, resetJobs } from './leases.ts';
import { holding } from './queue.ts';

const EVERY_MS = 20 * SECOND_MS;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

const take = () => acquireLease(database, 'care', EVERY_MS);

async function taken(): Promise<string> {
  const turn = await take();
  if (!('lease' in turn)) throw new Error('it is another one who has the turn');
  return turn.lease;
}

async function waits(): Promise<number> {
  const turn = await take();
  if ('lease' in turn) throw new Error('nobody had the turn');
  return turn.waitMs;
}

const ended = (lease: string) =>
  releaseLease(database, 'care', { lease, nextMs: EVERY_MS, failures: 0, reason: undefined });

/**
 * Changes the recorded times of the job, to simulate elapsed time or times recorded by a wrong
 * clock.
 */
const noted = (columns: { runAt?: SQL; leaseUntil?: SQL }) =>
  database.asSystem((db) => db.update(jobs).set(columns).where(eq(jobs.kind, 'care')));
const ago = (interval: string) => sql`clock_timestamp() - ${interval}::interval`;

describe('the lease of a recurring job', () => {
  it('one server takes the lease, and the others wait no longer than it lasts', async () => {
    const turns = await Promise.all([take(), take(), take()]);
    expect(turns.filter((turn) => 'lease' in turn)).toHaveLength(1);
    for (const turn of turns) {
      if ('waitMs' in turn) expect(turn.waitMs).toBeLessThanOrEqual(LEASE_MS);
    }
    expect(LEASE_MS + EVERY_MS / 4).toBeLessThanOrEqual(30 * SECOND_MS);
  });

  it('the lease can be taken again one interval after its end', async () => {
    await ended(await taken());
    const waitMs = await waits();
    expect(waitMs).toBeGreaterThan(EVERY_MS / 2);
    expect(waitMs).toBeLessThanOrEqual(EVERY_MS);
    await noted({ runAt: ago('1 second') });
    await taken();
  });

  it('another server can take an expired lease', async () => {
    await taken();
    await noted({ leaseUntil: ago('0 seconds') });
    await taken();
  });

  it('the lease is renewed for as long as the work takes', async () => {
    const lease = await taken();
    let finish = () => {};
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    await noted({ leaseUntil: ago('0 seconds') });
    const held = holding(database, lease, () => work, 40);
    const until = async () => {
      const [row] = await database.asSystem((db) =>
        db.select({ isAhead: sql<boolean>`${jobs.leaseUntil} > clock_timestamp()` }).from(jobs),
      );
      return row?.isAhead;
    };
    await expect.poll(until, { timeout: 10_000, interval: 5 }).toBe(true);
    finish();
    await held;
  });

  it('times recorded by a clock that was ahead are ignored', async () => {
    await ended(await taken());
    await noted({ runAt: sql`clock_timestamp() + interval '5 hours'` });
    const lease = await taken();
    await noted({ leaseUntil: sql`clock_timestamp() + interval '5 hours'` });
    expect(await taken()).not.toBe(lease);
  });

  it('the job stays due after a server has passed', async () => {
    await passLease(database, await taken());
    await taken();
  });

  it('a server that has lost the lease cannot end it', async () => {
    const lost = await taken();
    await noted({ leaseUntil: ago('0 seconds') });
    await taken();
    await ended(lost);
    expect(await waits()).toBeLessThanOrEqual(LEASE_MS);
    const [row] = await database.asSystem((db) =>
      db
        .select()
        .from(jobs)
        .where(and(eq(jobs.kind, 'care'), eq(jobs.key, ''))),
    );
    expect(row?.lease).not.toBeNull();
  });

  it('a failure is recorded with its reason, and the job runs again sooner', async () => {
    const failed = { nextMs: 5 * SECOND_MS, failures: 2, reason: 'Error ECONNREFUSED' };
    await releaseLease(database, 'care', { ...failed, lease: await taken() });
    expect(await waits()).toBeLessThanOrEqual(5 * SECOND_MS);
    const rows = await database.asSystem((db) => db.select().from(jobs));
    expect(rows).toMatchObject([{ attempts: 2, lastError: 'Error ECONNREFUSED' }]);
  });

  it('with an embedded database the lease is released at the start', async () => {
    await taken();
    await resetJobs(database, []);
    const turn = await take();
    expect('lease' in turn).toBe(database.kind === 'embedded');
  });
});

it('taking a lease needs one statement in one transaction', async () => {
  await ended(await taken());
  const before = database.statements();
  await noted({ runAt: ago('1 minute') });
  const own = database.statements() - before;
  await taken();
  expect(database.statements() - before).toBe(2 * own);
});
