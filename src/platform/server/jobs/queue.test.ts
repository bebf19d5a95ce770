import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { claim, type Lane, type NewJob, putJobs, reasonOf, settle, withdraw } from './queue.ts';

const NOW = new Date('2026-03-10T14:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

let database: Database;
let accountId: string;
beforeEach(async () => {
  database = await openTestDatabase();
  accountId = await household();
});
afterEach(() => database.close());

async function household(): Promise<string> {
  const id = randomUUID();
  const accountNumber = `GA-${id.slice(0, 6)}`;
  await database.asSystem((db) =>
    db.insert(accounts).values({ id, accountNumber, createdAt: NOW }),
  );
  return id;
}

const job = (key: string, changed: Partial<NewJob> = {}): NewJob => ({
  ...{ kind: 'email', key, accountId, urgent: false, createdAt: NOW, runAt: NOW },
  ...changed,
});
const put = (...all: NewJob[]) => database.inHousehold(accountId, (db) => putJobs(db, all));
const taken = (most = 20, now = NOW) =>
  database.asSystem((db) => claim(db, { kind: 'email' }, now, most));
const keys = (all: readonly { key: string }[]) => all.map(({ key }) => key).sort();

describe('the job queue', () => {
  it('each job is claimed once by concurrent claims', async () => {
    await put(...Array.from({ length: 30 }, (_, at) => job(`${at}`)));
    const all = (await Promise.all([taken(10), taken(10), taken(10), taken(10)])).flat();
    expect(new Set(keys(all)).size).toBe(all.length);
    expect((await taken(30)).length + all.length).toBe(30);
  });

  it('urgent jobs are claimed first, then those that have waited longest', async () => {
    await put(
      job('late', { runAt: later(-1) }),
      job('early', { runAt: later(-2) }),
      job('alert', { urgent: true }),
      job('other', { kind: 'push', urgent: true }),
    );
    const order: string[] = [];
    for (let count = 0; count < 4; count += 1) order.push(...keys(await taken(1)));
    expect(order).toEqual(['alert', 'early', 'late']);
  });

  it('jobs are claimed by lane, or from all lanes except some', async () => {
    await put(job('a'), job('b', { lane: 'quick' }), job('c', { lane: 'slow' }));
    const of = (lane: Omit<Lane, 'kind'>) =>
      database.asSystem((db) => claim(db, { kind: 'email', ...lane }, NOW, 20));
    expect(keys(await of({ lane: 'slow' }))).toEqual(['c']);
    expect(keys(await of({ except: ['quick', 'slow'] }))).toEqual(['a']);
    expect(keys(await of({}))).toEqual(['b']);
  });

  it.each([
    [1, false],
    [2 * HOUR_MS, false],
    // Above the maximum delay of two hours: a time that a clock that was ahead has set.
    [2 * HOUR_MS + 1, true],
  ])('a job that is due in %i ms is claimed: %s', async (ms, isDue) => {
    await put(job('a', { runAt: later(ms) }));
    expect((await taken()).length > 0).toBe(isDue);
  });

  it('an expired lease and one set by a clock that was ahead can be claimed again', async () => {
    await put(job('a'));
    expect(await taken()).toMatchObject([{ attempts: 1 }]);
    expect(await taken()).toEqual([]);
    for (const [attempts, interval] of [
      [2, '0 seconds'],
      [3, '5 hours'],
    ] as const) {
      const leaseUntil = sql`clock_timestamp() + ${interval}::interval`;
      await database.asSystem((db) => db.update(jobs).set({ leaseUntil }));
      expect(await taken()).toMatchObject([{ attempts }]);
    }
  });

  it('settle() deletes or reschedules a job only with its current lease', async () => {
    await put(job('over'), job('again'));
    const all = await taken();
    const at = later(MINUTE_MS);
    for (const one of all) {
      await database.asSystem((db) =>
        settle(db, one, one.key === 'over' ? undefined : { at, reason: 'ETIMEDOUT' }),
      );
    }
    expect(await taken(20, later(MINUTE_MS - 1))).toEqual([]);
    const [again, ...others] = await taken(20, at);
    expect([again?.key, again?.attempts, again?.lastError]).toEqual(['again', 2, 'ETIMEDOUT']);
    expect(others).toEqual([]);
    // The leases are no longer those of these jobs, so the call changes nothing.
    for (const one of all) await database.asSystem((db) => settle(db, one, undefined));
    const left = await database.asSystem((db) => db.select().from(jobs));
    expect(keys(left)).toEqual(['again']);
  });

  it('withdraw() deletes only unclaimed jobs of the own household', async () => {
    await put(job('a'));
    await taken();
    await put(job('b'), job('c'));
    const stranger = await household();
    const back = (whose: string) =>
      database.asSystem((db) => withdraw(db, whose, ['email'], sql`('a', 'b')`));
    expect(await back(stranger)).toEqual([]);
    expect(await back(accountId)).toEqual(['b']);
  });

  it('jobs exist only after their transaction commits, and are deleted with the household', async () => {
    const undone = database.inHousehold(accountId, async (db) => {
      await putJobs(db, [job('undone')]);
      throw new Error('not after all');
    });
    await expect(undone).rejects.toThrow('not after all');
    await put(job('a'));
    await database.asSystem((db) => db.delete(accounts).where(eq(accounts.id, accountId)));
    expect(await taken()).toEqual([]);
  });

  it('a household can neither read nor add jobs of another household or of the system', async () => {
    await put(job('a'));
    await database.asSystem((db) =>
      db.insert(jobs).values({ kind: 'care', key: '', createdAt: NOW, runAt: NOW }),
    );
    const stranger = await household();
    const seenBy = async (whose: string) =>
      keys(await database.inHousehold(whose, (db) => db.select().from(jobs)));
    expect([await seenBy(stranger), await seenBy(accountId)]).toEqual([[], ['a']]);
    const forged = database.inHousehold(stranger, (db) => putJobs(db, [job('b')]));
    await expect(forged).rejects.toMatchObject({ cause: { code: '42501' } });
  });
});

it.each([
  [new Error('Lisinopril of Ada'), 'Error'],
  [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'Error ECONNREFUSED'],
  [
    new TypeError('x', { cause: Object.assign(new Error('Ada'), { code: '23505' }) }),
    'TypeError 23505',
  ],
  ['Ada', 'unknown'],
])('the reason of %s for the operator is %s', (error, told) => {
  expect(reasonOf(error)).toBe(told);
});
