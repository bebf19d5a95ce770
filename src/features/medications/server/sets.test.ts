import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '#database/connect.ts';
import { careSweeps, outbox } from '#database/schema/alerts.ts';
import { settings } from '#database/schema/home.ts';
import { users } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { medicationLogs, medications } from '#database/schema/medications.ts';
import { type CareServer, careServer } from '#testing/care.ts';
import { overdueJob } from './overdue-job.ts';
import { manyHouseholds, roundOf } from './sets.testing.ts';

let server: CareServer;
beforeEach(async () => {
  server = await careServer();
  await server.household();
});
afterEach(() => server.close());

const system = <T>(work: (db: Db) => Promise<T>) => server.database.asSystem(work);

const letters = () => system((db) => db.select().from(outbox));

/** Returns how many times the sweep of each household failed. */
async function failures() {
  const rows = await system((db) => db.select().from(jobs).where(eq(jobs.kind, 'care')));
  return new Map(rows.flatMap(({ key, attempts }) => (key === '' ? [] : [[key, attempts]])));
}

async function dueHouseholds() {
  const rows = await system((db) =>
    db.select().from(careSweeps).where(sql`${careSweeps.nextAt} <= ${server.clock.now()}`),
  );
  return rows.map(({ accountId }) => accountId);
}

async function ownOf(accountId: string) {
  const [own] = await system((db) =>
    db
      .select({ dosage: medications.dosage, email: users.email })
      .from(medications)
      .innerJoin(users, eq(users.accountId, medications.accountId))
      .where(eq(medications.accountId, accountId)),
  );
  if (own === undefined) throw new Error('no such household');
  return own;
}

it('a round costs equal statements for ten and a hundred households, and few for a thousand', async () => {
  const statements: number[] = [];
  for (const count of [10, 100, 1000]) {
    await manyHouseholds(server.database, count);
    server.clock.set('2026-03-10T09:00:00Z');
    const before = server.database.statements();
    await server.jobs('care');
    statements.push(server.database.statements() - before);
    expect(await dueHouseholds()).toEqual([]);
  }
  const [ofTen = 0, ofHundred = 0, ofThousand = 0] = statements;
  expect(ofTen).toBeLessThanOrEqual(40);
  expect(ofHundred).toBe(ofTen);
  // Five batches of two hundred households.
  expect(ofThousand).toBeLessThanOrEqual(5 * ofTen);
  const out = await letters();
  expect(new Set(out.map(({ accountId }) => accountId)).size).toBe(1110);
  expect(out).toHaveLength(1110);
}, 60_000);

describe('households in a batch', () => {
  it('each household gets only its own alerts, and only changed households are published', async () => {
    await manyHouseholds(server.database, 30);
    const [quiet = ''] = await dueHouseholds();
    await system((db) =>
      db.execute(sql`insert into medication_logs
        (medication_id, local_date, time, id, account_id, scheduled_time, status, notes, late,
         logged_at, logged_by_name, medication_name, medication_dosage)
        select id, '2026-03-10', '08:00', gen_random_uuid(), account_id, '2026-03-10T08:00Z',
          'taken', '', false, '2026-03-10T08:01Z', 'Ada', name, dosage
        from medications where account_id = ${quiet}`),
    );
    server.clock.set('2026-03-10T09:00:00Z');
    const { parts, told } = roundOf(server);
    const share = vi.fn(async () => undefined);
    await overdueJob().run({ ...parts, share });
    expect(share).not.toHaveBeenCalled();
    expect(told).not.toContain(quiet);
    expect([told.length, new Set(told).size]).toEqual([29, 29]);
    const out = await letters();
    expect(out.map(({ accountId }) => accountId).sort()).toEqual(told.sort());
    for (const { accountId, recipient, content } of out) {
      const { dosage, email } = await ownOf(accountId);
      expect(recipient).toBe(email);
      expect(JSON.stringify(content)).toContain(`Lisinopril, ${dosage}: due`);
    }
  });

  it('a failing household is recorded and retried alone, and all others are settled in the same round', async () => {
    await manyHouseholds(server.database, 30);
    const [failing = ''] = await dueHouseholds();
    const timezone = 'Nowhere/At_all';
    await system((db) =>
      db.update(settings).set({ timezone }).where(eq(settings.accountId, failing)),
    );
    server.clock.set('2026-03-10T09:00:00Z');
    await server.jobs('care');
    expect(await letters()).toHaveLength(29);
    expect(await dueHouseholds()).toEqual([failing]);
    expect(await failures()).toEqual(new Map([[failing, 1]]));
    await manyHouseholds(server.database, 30);
    const before = server.database.statements();
    await server.jobs('care');
    expect(server.database.statements() - before).toBeLessThanOrEqual(60);
    expect(await failures()).toEqual(new Map([[failing, 2]]));
    expect(await letters()).toHaveLength(59);
    await system((db) =>
      db.update(settings).set({ timezone: 'UTC' }).where(eq(settings.accountId, failing)),
    );
    await server.jobs('care');
    expect([await letters(), await failures()]).toMatchObject([{ length: 60 }, new Map()]);
  });

  it('a failing household does not affect the concurrent batches', async () => {
    // Three batches, which are settled concurrently.
    await manyHouseholds(server.database, 450);
    const failing = (await dueHouseholds()).at(300) ?? '';
    const timezone = 'Nowhere/At_all';
    await system((db) =>
      db.update(settings).set({ timezone }).where(eq(settings.accountId, failing)),
    );
    server.clock.set('2026-03-10T09:00:00Z');
    const { parts, told } = roundOf(server);
    let underWay = 0;
    let most = 0;
    const changeAsSystem: typeof parts.changeAsSystem = async (work) => {
      underWay += 1;
      most = Math.max(most, underWay);
      return parts.changeAsSystem(work).finally(() => {
        underWay -= 1;
      });
    };
    await overdueJob().run({ ...parts, changeAsSystem });
    expect(most).toBe(3);
    expect([await dueHouseholds(), await failures()]).toEqual([[failing], new Map([[failing, 1]])]);
    const recipients = (await letters()).map(({ recipient }) => recipient);
    expect([recipients.length, new Set(recipients).size, told.length]).toEqual([449, 449, 449]);
  }, 60_000);

  it('doses settled before a failure are still reported, once', async () => {
    await manyHouseholds(server.database, 5);
    server.clock.set('2026-03-28T09:00:00Z');
    const { parts } = roundOf(server);
    let transactions = 0;
    const changeAsSystem: typeof parts.changeAsSystem = (work) =>
      parts.changeAsSystem(async (db, changed) => {
        transactions += 1;
        const done = await work(db, changed);
        // Eighteen days take three transactions; the second one of the batch fails.
        if (transactions === 2) throw new Error('the line is cut');
        return done;
      });
    await overdueJob().run({ ...parts, changeAsSystem });
    expect(transactions).toBeGreaterThan(3);
    const out = await letters();
    expect(out).toHaveLength(5);
    for (const { content } of out) {
      expect(content).toMatchObject({ subject: '19 doses have not been confirmed' });
    }
    const logs = await system((db) => db.select().from(medicationLogs));
    expect(logs).toHaveLength(5 * 18);
  });

  it('a household that is returned twice in a round is alerted once', async () => {
    // There are more households than one page, so that a household can be returned again by a later
    // page.
    await manyHouseholds(server.database, 1001);
    const [late = ''] = await dueHouseholds();
    const sweptUntil = new Date('2026-02-20T09:00:00Z');
    await system(async (db) => {
      const since = { createdAt: sweptUntil, scheduledSince: sweptUntil };
      await db.update(medications).set(since).where(eq(medications.accountId, late));
      const due = { sweptUntil, nextAt: sweptUntil };
      await db.update(careSweeps).set(due).where(eq(careSweeps.accountId, late));
    });
    server.clock.set('2026-03-10T09:00:00Z');
    const now = server.clock.now();
    const { parts } = roundOf(server);
    let changes = 0;
    let isChanged = false;
    const changeAsSystem: typeof parts.changeAsSystem = async (work) => {
      const result = await parts.changeAsSystem(async (db, changed) => {
        const done = await work(db, changed);
        const isSettled = and(eq(careSweeps.accountId, late), eq(careSweeps.sweptUntil, now));
        // Another transaction makes the household due again just after it was settled.
        if (changes === 0)
          changes = (await db.update(careSweeps).set({ nextAt: now }).where(isSettled).returning())
            .length;
        return done;
      });
      isChanged = changes === 1;
      return result;
    };
    // `share` is called before the page that returns the household again is read.
    const share = vi.fn(() => vi.waitFor(() => expect(isChanged).toBe(true), 30_000));
    await overdueJob().run({ ...parts, changeAsSystem, share });
    expect([changes, await dueHouseholds()]).toEqual([1, []]);
    // With this many households, the round is shared with other servers.
    expect(share).toHaveBeenCalledTimes(1);
    expect(await letters()).toHaveLength(1001);
  }, 60_000);

  it('a batch with too much data for one transaction is split, without a failure', async () => {
    await manyHouseholds(server.database, 3);
    await system((db) =>
      db.execute(sql`insert into medication_logs
        (medication_id, local_date, time, id, account_id, scheduled_time, status, notes, late,
         logged_at, medication_name, medication_dosage)
        select id, date '2025-12-31' - n, '08:00', gen_random_uuid(), account_id,
          timestamptz '2025-12-31 08:00Z' - n * interval '1 day', 'pending', '', false,
          '2026-03-10', name, dosage
        from medications, generate_series(1, 1500) n`),
    );
    server.clock.set('2026-03-10T09:00:00Z');
    const before = server.database.statements();
    await server.jobs('care');
    // The batch is split repeatedly, so there are more statements than in one transaction.
    expect(server.database.statements() - before).toBeGreaterThan(50);
    expect([await dueHouseholds(), await failures()]).toEqual([[], new Map()]);
    const missed = await system((db) =>
      db.$count(medicationLogs, eq(medicationLogs.status, 'missed')),
    );
    expect(missed).toBe(3 * 1500);
    expect(await letters()).toHaveLength(3);
  });
});
