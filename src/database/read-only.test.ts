import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import type { Database, Db } from './connect.ts';
import { accounts } from './schema/households.ts';

const ONE = '018f0000-0000-7000-8000-000000000001';
const OTHER = '018f0000-0000-7000-8000-000000000002';

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const rows = [ONE, OTHER].map((id, at) => ({ id, accountNumber: `GA-${at + 1}`, createdAt }));
  await database.asSystem((db) => db.insert(accounts).values(rows));
});
afterEach(() => database.close());

const numbers = async (db: Db) =>
  (await db.select({ number: accounts.accountNumber }).from(accounts)).map(({ number }) => number);

it('a read-only transaction sees only its own household', async () => {
  expect(await database.readInHousehold(ONE, numbers)).toEqual(['GA-1']);
  expect(await database.readInHousehold(OTHER, numbers)).toEqual(['GA-2']);
});

it.each([
  ['changes a row', (db: Db) => db.update(accounts).set({ accountNumber: 'GA-9' })],
  ['locks a row', (db: Db) => db.select().from(accounts).for('update')],
  ['makes itself writable', (db: Db) => db.execute(sql`set transaction read write`)],
])('a read-only transaction that %s is rejected, and the next one can write', async (_, work) => {
  // The first statement of the transaction, because later its access mode cannot be changed.
  const reading = database.readInHousehold(ONE, async (db) => [await numbers(db), await work(db)]);
  await expect(reading).rejects.toMatchObject({
    cause: { code: expect.stringMatching(/^25/) },
  });
  await database.inHousehold(ONE, (db) => db.update(accounts).set({ accountNumber: 'GA-3' }));
  expect(await database.inHousehold(ONE, numbers)).toEqual(['GA-3']);
});
