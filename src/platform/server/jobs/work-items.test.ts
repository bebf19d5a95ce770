import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import { unitOfWork } from '#platform/server/http/invalidation.ts';
import { openTestDatabase } from '#testing/database.ts';
import { byPages, isolateItems, SetTooLarge } from './work-items.ts';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/**
 * Runs the job for the names; the work throws for the names in `failing`. Returns the names that
 * were processed.
 */
async function round(names: readonly string[], failing: readonly string[], always = false) {
  const log = Fastify().log;
  const now = () => new Date('2026-03-10T14:00:00Z');
  const parts = { ...unitOfWork(database), database, log, now };
  const turns: string[] = [];
  await isolateItems({ name: 'test', always }, parts).each(
    names,
    (key) => ({ key }),
    async (name) => {
      turns.push(name);
      if (failing.includes(name)) throw new TypeError(`of no use: Lisinopril of ${name}`);
    },
  );
  return turns;
}

const noted = () => database.asSystem((db) => db.select().from(jobs));
const later = (interval: string) =>
  database.asSystem((db) =>
    db.update(jobs).set({ runAt: sql`${jobs.runAt} - ${interval}::interval` }),
  );

describe('isolating, each', () => {
  it('a failed item does not stop the others, and is recorded without its error message', async () => {
    expect(await round(['a', 'b', 'c'], ['a', 'b'])).toEqual(['a', 'b', 'c']);
    const rows = await noted();
    expect(rows.map(({ key, attempts, lastError }) => [key, attempts, lastError]).sort()).toEqual([
      ['a', 1, 'TypeError'],
      ['b', 1, 'TypeError'],
    ]);
  });

  it('a failed item is retried with a growing backoff, separately from the others', async () => {
    await round(['a', 'b'], ['a']);
    expect(await round(['a', 'b'], [])).toEqual(['b']);
    await later('30 seconds');
    expect(await round(['a', 'b'], ['a'])).toEqual(['a', 'b']);
    await later('30 seconds');
    expect(await round(['a', 'b'], [])).toEqual(['b']);
    await later('90 seconds');
    expect(await round(['a', 'b'], [])).toEqual(['a', 'b']);
    expect(await noted()).toEqual([]);
  });

  it('a failed item is tried in every run if `always` is set', async () => {
    for (let failures = 1; failures <= 3; failures += 1) {
      expect(await round(['a'], ['a'], true)).toEqual(['a']);
      expect(await noted()).toMatchObject([{ attempts: failures }]);
    }
  });

  it('a retry time recorded by a clock that was ahead is ignored', async () => {
    await round(['a'], ['a']);
    await later('-5 hours');
    expect(await round(['a'], [])).toEqual(['a']);
  });

  it('an item that fails is tried only once in a run, even if it is listed twice', async () => {
    expect(await round(['a', 'a', 'b'], ['a'])).toEqual(['a', 'b']);
  });

  it('items run concurrently up to the given limit', async () => {
    const waiting: (() => void)[] = [];
    let most = 0;
    const log = Fastify().log;
    const parts = { ...unitOfWork(database), database, log, now: () => new Date(0) };
    const whole = isolateItems({ name: 'test', always: false }, parts).each(
      ['a', 'b', 'c', 'd', 'e'],
      (key) => ({ key }),
      async (name) => {
        await new Promise<void>((go) => waiting.push(go));
        if (name === 'a') throw new TypeError('of no use');
      },
      2,
    );
    let ended = 0;
    while (ended < 5) {
      await vi.waitFor(() => expect(waiting).toHaveLength(Math.min(2, 5 - ended)));
      most = Math.max(most, waiting.length);
      waiting.shift()?.();
      ended += 1;
    }
    await whole;
    expect(most).toBe(2);
    expect(await noted()).toMatchObject([{ key: 'a' }]);
  });

  it('a failure is deleted if the item was not listed for a day', async () => {
    await round(['a'], ['a']);
    await later('25 hours');
    await round(['b'], []);
    expect(await noted()).toEqual([]);
  });

  it('a run without items needs no statement', async () => {
    const before = database.statements();
    await round([], []);
    expect(database.statements()).toBe(before);
  });
});

/** Runs the job in batches of four. Returns the names of each batch. */
async function roundOfSets(names: readonly string[], fails: (set: readonly string[]) => unknown) {
  const log = Fastify().log;
  const parts = { ...unitOfWork(database), database, log, now: () => new Date(0) };
  const sets: string[] = [];
  await isolateItems({ name: 'test', always: true }, parts).eachSet(
    names,
    (key) => ({ key }),
    async (set) => {
      sets.push(set.join(''));
      const error = fails(set);
      if (error !== undefined) throw error;
    },
    { most: 4, atOnce: 1 },
  );
  return sets;
}

describe('isolating, eachSet', () => {
  it('items are processed in full batches, and the last batch has the rest', async () => {
    expect(await roundOfSets([...'abcdef'], () => undefined)).toEqual(['abcd', 'ef']);
    expect(await roundOfSets([], () => undefined)).toEqual([]);
  });

  it('a failed batch is halved down to the failing item, which is processed alone from then on', async () => {
    const failing = (set: readonly string[]) => set.includes('c') && new TypeError('of no use');
    const fails = (set: readonly string[]) => failing(set) || undefined;
    const halved = ['abcd', 'ab', 'cd', 'c', 'd', 'ef'];
    expect(await roundOfSets([...'abcdef'], fails)).toEqual(halved);
    expect(await noted()).toMatchObject([{ key: 'c', attempts: 1, lastError: 'TypeError' }]);
    expect(await roundOfSets([...'abcdef'], fails)).toEqual(['c', 'abde', 'f']);
    expect(await noted()).toMatchObject([{ key: 'c', attempts: 2 }]);
    await roundOfSets([...'abc'], () => undefined);
    expect(await noted()).toEqual([]);
    expect(await roundOfSets([...'abc'], () => undefined)).toEqual(['abc']);
  });

  it('a batch that is too large is halved without recording a failure', async () => {
    const fails = (set: readonly string[]) => (set.length > 2 ? new SetTooLarge() : undefined);
    expect(await roundOfSets([...'abcde'], fails)).toEqual(['abcd', 'ab', 'cd', 'e']);
    expect(await noted()).toEqual([]);
  });
});

it('pages are read one after the other until one is not full', async () => {
  const all = [1, 2, 3, 4, 5];
  const asked: (number | undefined)[] = [];
  const seen: number[] = [];
  const page = async (after: number | undefined) => {
    asked.push(after);
    return all.filter((one) => one > (after ?? 0)).slice(0, 2);
  };
  for await (const one of byPages(2, page)) seen.push(one);
  expect([seen, asked]).toEqual([all, [undefined, 2, 4]]);
});
