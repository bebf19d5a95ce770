import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import type { Database, Db, HouseholdRead } from './connect.ts';
import { accounts } from './schema/households.ts';

const HOUSEHOLDS = Array.from(
  { length: 20 },
  (_, at) => `018f0000-0000-7000-8000-0000000000${String(at).padStart(2, '0')}`,
);

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.asSystem(async (db) => {
    const createdAt = new Date('2026-01-01T00:00:00Z');
    await db
      .insert(accounts)
      .values(HOUSEHOLDS.map((id) => ({ id, accountNumber: `GA ${id}`, createdAt })));
  });
});
afterAll(() => database?.close());

const numbers = async (db: Db) =>
  (await db.select().from(accounts)).map(({ accountNumber }) => accountNumber);

/** Reads without a filter, so that only row-level security limits the rows. */
const all: HouseholdRead<string[]>['work'] = numbers;

const together = (work: (accountId: string) => HouseholdRead<string[]>['work']) =>
  database.readTogether(HOUSEHOLDS.map((accountId) => ({ accountId, work: work(accountId) })));

const seenBy = (outcome: PromiseSettledResult<unknown> | undefined) =>
  outcome?.status === 'fulfilled' ? outcome.value : undefined;

test('each read sees only the rows of one household', async () => {
  const outcomes = await together(() => all);
  expect(outcomes.map(seenBy)).toEqual(HOUSEHOLDS.map((id) => [`GA ${id}`]));
});

test('each read sees only its own household when statements of many households interleave', async () => {
  const outcomes = await together((accountId) => async (db) => {
    const seen: string[] = [];
    const rounds = 1 + (HOUSEHOLDS.indexOf(accountId) % 4);
    for (let round = 0; round < rounds; round += 1) seen.push(...(await numbers(db)));
    return [...seen, ...(await Promise.all([numbers(db), numbers(db)])).flat()];
  });
  expect(outcomes.map(seenBy)).toEqual(
    HOUSEHOLDS.map((id, at) => Array.from({ length: 3 + (at % 4) }, () => `GA ${id}`)),
  );
});

test('a read that fails does not affect the others', async () => {
  const outcomes = await together((accountId) => async (db) => {
    if (accountId === HOUSEHOLDS[3]) await db.execute(sql`select 1 / 0`);
    if (accountId === HOUSEHOLDS[7]) throw new Error('by itself');
    const before = await numbers(db);
    if (accountId === HOUSEHOLDS[9]) await db.execute(sql`select 'no number'::int`);
    return [...before, ...(await numbers(db))];
  });
  const failed = outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []));
  expect(failed).toEqual([3, 7, 9]);
  expect(outcomes[3]).toMatchObject({ reason: { cause: { code: '22012' } } });
  expect(outcomes[7]).toMatchObject({ reason: { message: 'by itself' } });
  expect(outcomes[9]).toMatchObject({ reason: { cause: { code: '22P02' } } });
  const others = outcomes.filter(({ status }) => status === 'fulfilled');
  expect(others.map(seenBy)).toEqual(
    HOUSEHOLDS.filter((_, at) => !failed.includes(at)).map((id) => [`GA ${id}`, `GA ${id}`]),
  );
});

test('writes are rejected with an error for each read', async () => {
  const outcomes = await together((accountId) => async (db) => {
    await db.update(accounts).set({ accountNumber: accountId });
    return [];
  });
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { cause: { code: '25006' } } });
  }
});

test('a handle is closed when its own read has ended, while others continue', async () => {
  const [one = '', other = ''] = HOUSEHOLDS;
  let left: Db | undefined;
  let use: unknown;
  const [, read] = await database.readTogether([
    {
      accountId: one,
      async work(db) {
        left = db;
        return numbers(db);
      },
    },
    {
      accountId: other,
      async work(db) {
        await numbers(db);
        use = await numbers(left ?? db).catch((error: unknown) => error);
        return numbers(db);
      },
    },
  ]);
  if (database.kind === 'postgres') expect(use).toBeInstanceOf(Error);
  expect(seenBy(read)).toEqual([`GA ${other}`]);
});

test('shared reads leave no settings on the connection and reject an invalid household', async () => {
  await together(() => all);
  await together(() => async (db) => {
    await db.execute(sql`select 1 / 0`);
    return [];
  });
  const left = await Promise.all(
    HOUSEHOLDS.map(() =>
      database.asSystem(async (db) => {
        const [row] = await db
          .select({
            owner: sql`current_user = session_user`,
            household: sql`nullif(current_setting('app.account_id', true), '')`,
          })
          .from(sql`(select) one`);
        return row;
      }),
    ),
  );
  expect(new Set(left.map((row) => JSON.stringify(row))).size).toBe(1);
  expect(left[0]).toEqual({ owner: true, household: null });
  const [outcome] = await database.readTogether([{ accountId: "x'; drop", work: numbers }]);
  expect(outcome?.status).toBe('rejected');
});

test('twenty households are read in one transaction with one extra statement each', async () => {
  const before = database.statements();
  await together(() => all);
  if (database.kind === 'postgres') expect(database.statements() - before).toBe(2 + 2 * 20 - 1);
});
