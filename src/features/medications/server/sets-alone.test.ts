import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import { careSweeps, doseAlerts, outbox, unsentAlerts } from '#database/schema/alerts.ts';
import { alerts, alertTellings } from '#database/schema/escalation.ts';
import { jobs } from '#database/schema/jobs.ts';
import { medicationLogAttempts, medicationLogs } from '#database/schema/medications.ts';
import { openTestDatabase } from '#database/testing.ts';
import { HOUR_MS } from '#kit/shared/durations.ts';
import { NOTHING, settle, type Unsettled } from './overdue-job.ts';
import { household, NOW, write } from './random-households.testing.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** As a round does it: those that are not settled to the end go on in the next set. */
async function settleToTheEnd(db: Db, households: readonly Unsettled[]): Promise<void> {
  for (let left = households; left.length > 0; ) {
    const settled = await settle(db, left, NOW);
    left = settled
      .filter(({ until }) => until < NOW)
      .map(({ accountId, until, untold }) => ({ accountId, from: until, untold }));
  }
}

/** What was written for these households, by household: ids and tokens by what they stand for. */
async function outcomeOf(db: Db, accountIds: readonly string[]) {
  const all = [...accountIds];
  const logs = await db.select().from(medicationLogs).where(inArray(medicationLogs.accountId, all));
  const tellings = await db
    .select()
    .from(alertTellings)
    .where(inArray(alertTellings.accountId, all));
  const letters = await db.select().from(outbox).where(inArray(outbox.accountId, all));
  const tables = {
    logs,
    tellings,
    letters,
    attempts: await db
      .select()
      .from(medicationLogAttempts)
      .where(inArray(medicationLogAttempts.accountId, all)),
    noted: await db.select().from(doseAlerts).where(inArray(doseAlerts.accountId, all)),
    alerts: await db.select().from(alerts).where(inArray(alerts.accountId, all)),
    unsent: await db.select().from(unsentAlerts).where(inArray(unsentAlerts.accountId, all)),
    jobs: await db.select().from(jobs).where(inArray(jobs.accountId, all)),
    sweeps: await db.select().from(careSweeps).where(inArray(careSweeps.accountId, all)),
  };
  const names = new Map<string, string>();
  for (const log of logs) names.set(log.id, `log ${log.medicationId} ${log.localDate} ${log.time}`);
  for (const { id, accountId } of tables.alerts) {
    names.set(id, `alert of ${accountId}`);
    names.set(id.replaceAll('-', '').slice(0, 29), `topic of ${accountId}`);
  }
  for (const letter of letters) {
    names.set(letter.id, `letter to ${letter.recipient}`);
    const { takeOver } = letter.content as { takeOver?: string };
    if (takeOver === undefined) continue;
    const hash = createHash('sha256').update(takeOver).digest('hex');
    const own = tellings.find(({ tokenHash }) => tokenHash === hash);
    names.set(takeOver, `link of ${own?.userId} of ${own?.accountId}`);
    names.set(hash, `link of ${own?.userId} of ${own?.accountId}`);
  }
  return Object.fromEntries(
    accountIds.map((accountId) => [
      accountId,
      Object.fromEntries(
        Object.entries(tables).map(([name, rows]) => [
          name,
          rows
            .filter((row) => row.accountId === accountId)
            .map((row) => named(row, names))
            .sort(),
        ]),
      ),
    ]),
  );
}

/** A row as text, in which what is drawn anew each time has its name. */
function named(row: object, names: ReadonlyMap<string, string>): string {
  const { number: _, ...rest } = row as { number?: number };
  if ('told' in rest && Array.isArray(rest.told)) rest.told.sort();
  if ('medicationLogId' in rest && 'id' in rest) rest.id = 'of an attempt';
  // Of somebody who has no way to be reached, nobody knows the link.
  const text = JSON.stringify(rest, (key, value) =>
    key === 'tokenHash' && !names.has(value) ? 'a link' : value,
  );
  return [...names].reduce((said, [id, name]) => said.replaceAll(id, name), text);
}

class Undone extends Error {}

const RUNS = Number(process.env.SETS_RUNS ?? 12);

it('a set comes to what each of its households would come to alone', async () => {
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
