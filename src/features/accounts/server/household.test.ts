import { randomInt, randomUUID } from 'node:crypto';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { openTestDatabase } from '#testing/database.ts';
import { addAccount, drawCustomerId } from './household.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it.each([
  [0, 6],
  [7, 6],
  [8, 7],
  [15, 7],
  [16, 8],
  [64, 14],
])('after %i tries a Customer ID has %i digits', (tries, digits) => {
  const drawn = Array.from({ length: 200 }, () => drawCustomerId(tries));
  for (const id of drawn) expect(id).toMatch(new RegExp(`^GA-[1-9]\\d{${digits - 1}}$`));
  expect(new Set(drawn).size).toBeGreaterThan(150);
});

it('new households get seven digits when all Customer IDs of six digits are taken', async () => {
  // Simulates that there is only one number of six digits.
  const draw = ((least: number, most: number) =>
    least === 100_000 ? least : randomInt(least, most)) as typeof randomInt;
  const createdAt = new Date('2026-03-10T12:00:00Z');
  for (let count = 0; count < 3; count += 1) {
    await database.asSystem((db) => addAccount(db, randomUUID(), createdAt, draw));
  }
  const rows = await database.asSystem((db) =>
    db.select().from(accounts).orderBy(asc(accounts.accountNumber)),
  );
  const numbers = rows.map(({ accountNumber }) => accountNumber);
  expect(numbers[0]).toBe('GA-100000');
  expect(numbers.slice(1)).toEqual([
    expect.stringMatching(/^GA-\d{7}$/),
    expect.stringMatching(/^GA-\d{7}$/),
  ]);
});
