import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import { careSweeps } from '#database/schema/alerts.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import { outcomeOf } from './outcomes.testing.ts';
import { household, NOW, write } from './random-households.testing.ts';
import { NOTHING, settle, type Unsettled } from './settle-overdue.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/**
 * Calls `settle` repeatedly, as a round of the job does, until all households are settled up to
 * `NOW`.
 */
async function settleToTheEnd(db: Db, households: readonly Unsettled[]): Promise<void> {
  for (let left = households; left.length > 0; ) {
    const settled = await settle(db, left, NOW);
    left = settled
      .filter(({ until }) => until < NOW)
      .map(({ accountId, until, untold }) => ({ accountId, from: until, untold }));
  }
}

class Undone extends Error {}

const RUNS = Number(process.env.SETS_RUNS ?? 12);

it('a batch gives the same result as settling each of its households alone', async () => {
  let letters = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(household, { minLength: 6, maxLength: 9 }),
      fc.infiniteStream(fc.nat()),
      async (all, order) => {
        const outcomes: Awaited<ReturnType<typeof outcomeOf>>[] = [];
        const marks = new Map<string, string>();
        const undone = database.asSystem(async (db) => {
          const unsettled: Unsettled[] = [];
          for (const [at, one] of all.entries()) {
            const mark = `mark${at}x`;
            const accountId = await write(db, one, mark);
            marks.set(accountId, mark);
            const from = new Date(+NOW - one.behind * HOUR_MS);
            await db.insert(careSweeps).values({ accountId, nextAt: NOW, sweptUntil: from });
            unsettled.push({ accountId, from, untold: NOTHING });
          }
          const drawn = new Map(unsettled.map((one) => [one, order.next().value ?? 0]));
          const shuffled = unsettled.toSorted((a, b) => (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0));
          await db.execute(sql`savepoint before`);
          await settleToTheEnd(db, shuffled);
          outcomes.push(await outcomeOf(db, [...marks.keys()]));
          await db.execute(sql`rollback to savepoint before`);
          for (const one of unsettled) await settleToTheEnd(db, [one]);
          outcomes.push(await outcomeOf(db, [...marks.keys()]));
          throw new Undone();
        });
        await expect(undone).rejects.toThrow(Undone);
        const [together = {}, alone] = outcomes;
        expect(together).toEqual(alone);
        for (const [accountId, mark] of marks) {
          const own = JSON.stringify(together[accountId]);
          letters += together[accountId]?.letters?.length ?? 0;
          for (const [otherId, other] of marks)
            if (other !== mark) expect(own.includes(other) || own.includes(otherId)).toBe(false);
        }
      },
    ),
    { numRuns: RUNS, seed: Number(process.env.SETS_SEED ?? 20260310) },
  );
  expect(letters).toBeGreaterThan(RUNS);
}, 120_000);
