import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { careSweeps, doseAlerts } from '#database/schema/alerts.ts';
import { accounts } from '#database/schema/households.ts';
import {
  medicationLogAttempts,
  medicationLogs,
  medications,
} from '#database/schema/medications.ts';
import { addHousehold, addPerson } from '#features/accounts/server/household.ts';
import { readPushKeys } from '#features/alerts/server/push-keys.ts';
import { alertsFeature } from '#features/alerts/server.ts';
import { sessionGate } from '#features/sessions/server.ts';
import { buildServer } from '#platform/server/build-server.ts';
import { makeTestDatabase } from '#testing/database.ts';
import { type Mailbox, openMailbox } from '#testing/smtp.ts';
import { fixedClock, testConfig } from '#testing/test-server.ts';
import { medicationsFeature } from '../server.ts';
import { scheduleCheck } from './settle-overdue.ts';

const HOUSEHOLDS = 30;

interface Running {
  readonly app: FastifyInstance;
  readonly database: Database;
}

const clock = fixedClock('2026-03-10T11:00:00Z');
let url: string;
let drop: () => Promise<void>;
let mailbox: Mailbox;
let running: Running[];

async function start(): Promise<Running> {
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const app = await buildServer({
    ...testConfig(),
    database,
    features: [medicationsFeature, alertsFeature({ mail: mailbox.parts, contact: undefined })],
    gate: sessionGate(database),
    now: clock.now,
    title: 'Test',
  });
  running.push({ app, database });
  return { app, database };
}

/** A household with one administrator and a dose at 08:00 and at 12:00. */
async function addOne({ database }: Running): Promise<void> {
  const [id, now] = [randomUUID(), clock.now()];
  const endsAt = new Date('2027-01-01');
  const subscription = { provider: 'built-in', plan: 'yearly', status: 'active', endsAt } as const;
  await database.asSystem(async (db) => {
    await addHousehold(db, { id, subscription, now });
    const name = { firstName: 'Ada', lastName: 'L.', email: `${id}@example.com` };
    const since = { createdAt: now, emailProvenAt: now };
    await addPerson(db, { ...name, accountId: id, role: 'admin', ...since });
    await db.insert(medications).values({
      id: randomUUID(),
      accountId: id,
      name: 'Lisinopril',
      dosage: '',
      frequency: 'daily',
      times: ['08:00', '12:00'],
      startDate: '2026-01-01',
      instructions: '',
      isActive: true,
      reminderEnabled: true,
      soundEnabled: true,
      createdAt: now,
      scheduledSince: now,
    });
    await scheduleCheck(db, id, now);
  });
}

/** Expects that a transaction on this database is waiting for a lock. */
async function expectWaiting({ database }: Running): Promise<void> {
  const waiting: unknown = await database.asSystem((db) =>
    db.execute(sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`),
  );
  expect(waiting).toMatchObject({ rows: [{}] });
}

describe.runIf(inject('testGround').kind === 'postgres')('several servers on one database', () => {
  beforeEach(async () => {
    clock.set('2026-03-10T11:00:00Z');
    running = [];
    mailbox = await openMailbox();
    ({ url, drop } = await makeTestDatabase());
  });
  afterEach(async () => {
    for (const { app, database } of running) {
      await app.close();
      await database.close();
    }
    await drop();
    await mailbox.close();
  });

  it('concurrent sweeps alert of each dose once and mark each dose missed once', async () => {
    const servers = [await start(), await start(), await start()];
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    for (let count = 0; count < HOUSEHOLDS; count += 1) await addOne(first);
    const together = (name: string) => Promise.all(servers.map(({ app }) => app.runJobs(name)));
    for (const time of ['13:00:00', '13:00:20', '16:00:00', '16:00:20']) {
      clock.set(`2026-03-10T${time}Z`);
      await together('care');
      await together('outbox');
    }
    const readers = mailbox.mails.map(({ recipients }) => recipients[0]);
    expect(readers).toHaveLength(HOUSEHOLDS);
    expect(new Set(readers).size).toBe(HOUSEHOLDS);
    const [logs, attempts] = await first.database.asSystem(async (db) => [
      await db.select().from(medicationLogs),
      await db.select().from(medicationLogAttempts),
    ]);
    expect([logs.length, attempts.length]).toEqual([HOUSEHOLDS, 0]);
  });

  it('a sweep never overwrites a press that commits during it, and does not alert of it', async () => {
    const [presses, sweeps] = [await start(), await start()];
    await addOne(presses);
    const late = '2026-03-10T12:00:00Z';
    clock.set('2026-03-10T16:00:00Z');
    let sweep = Promise.resolve();
    await presses.database.asSystem(async (db) => {
      const [medication] = await db.select().from(medications);
      if (medication === undefined) throw new Error('no medication');
      const { id, accountId, name, dosage } = medication;
      await db.insert(medicationLogs).values({
        ...{ medicationId: id, accountId, medicationName: name, medicationDosage: dosage },
        ...{ id: randomUUID(), localDate: '2026-03-10', time: '08:00' },
        ...{ scheduledTime: new Date(late), loggedAt: new Date(late), loggedByName: 'Ada' },
        ...{ status: 'taken', notes: '', late: false },
      });
      sweep = sweeps.app.runJobs('care');
      // The sweep has read that the dose has no answer, and waits for the transaction of the press.
      await vi.waitFor(() => expectWaiting(sweeps), 10_000);
    });
    await sweep;
    const [logs, attempts] = await presses.database.asSystem(async (db) => [
      await db.select().from(medicationLogs),
      await db.select().from(medicationLogAttempts),
    ]);
    expect(logs).toMatchObject([{ status: 'taken', loggedByName: 'Ada' }]);
    expect(attempts).toEqual([]);
    await sweeps.app.runJobs('outbox');
    expect(mailbox.mails).toEqual([]);
  });

  it('a sweep skips a household that is locked by another server and settles the rest', async () => {
    const [holds, sweeps] = [await start(), await start()];
    await addOne(holds);
    await addOne(holds);
    const cared = () => sweeps.database.asSystem((db) => db.select().from(doseAlerts));
    clock.set('2026-03-10T13:00:00Z');
    await holds.database.asSystem(async (db) => {
      const [first] = await db.select().from(careSweeps).limit(1);
      if (first === undefined) throw new Error('no household');
      const { accountId } = first;
      await db.select().from(careSweeps).where(eq(careSweeps.accountId, accountId)).for('update');
      let isOver = false;
      const sweep = sweeps.app.runJobs('care').finally(() => {
        isOver = true;
      });
      await vi.waitFor(async () => isOver || expectWaiting(sweeps), 10_000);
      expect(isOver, 'the sweep waits for the household that is held').toBe(true);
      await sweep;
      expect((await cared()).filter((alert) => alert.accountId !== accountId)).toHaveLength(1);
    });
    await sweeps.app.runJobs('care');
    expect(await cared()).toHaveLength(2);
  });

  it('a sweep skips a household that is being deleted, without waiting', async () => {
    const [deletes, sweeps] = [await start(), await start()];
    await addOne(deletes);
    await addOne(deletes);
    clock.set('2026-03-10T13:00:00Z');
    const [gone, stays] = await deletes.database.asSystem((db) => db.select().from(careSweeps));
    if (gone === undefined || stays === undefined) throw new Error('no household');
    await deletes.database.asSystem(async (db) => {
      const account = eq(accounts.id, gone.accountId);
      await db.select().from(accounts).where(account).for('update');
      await sweeps.app.runJobs('care');
      const noted = await sweeps.database.asSystem((db) => db.select().from(doseAlerts));
      expect(noted).toMatchObject([{ accountId: stays.accountId }]);
      await db.delete(accounts).where(account);
    });
  });

  it('all servers have the same push keys, in any order of the first request', async () => {
    const servers = [await start(), await start(), await start()];
    const keys = await Promise.all(servers.map(({ database }) => readPushKeys(database)));
    expect(new Set(keys.map(({ privateKey }) => privateKey)).size).toBe(1);
  });
});
