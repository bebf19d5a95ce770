import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Database } from '#database/connect.ts';
import { createPartitions } from '#database/partitions.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { dayNotes, measureValues } from '#database/schema/measures.ts';
import { analyticsFeature } from '#features/analytics/server.ts';
import { measureFeatures } from '#features/measures/server.ts';
import { medicationsFeature, reschedule } from '#features/medications/server.ts';
import { settingsFeature } from '#features/settings/server.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { analyticsOf } from '#testing/analytics.ts';
import { addMedication, logDose, logsOf } from '#testing/care.ts';
import { openTestDatabase } from '#testing/database.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';
import type { Retention } from './server/config.ts';
import { retentionFeature } from './server.ts';

/** 8:05 AM in New York, five minutes after a dose. */
const MORNING = '2026-03-10T12:05:00Z';
const DOSE = '2026-03-10T12:00:00Z';

const FOREVER: Retention = {
  analyticsDays: 400,
  auditDays: undefined,
  medicationLogDays: undefined,
};
const SET: Retention = { ...FOREVER, auditDays: 120, medicationLogDays: 150 };

const openServer = (options: Retention, database?: Database) =>
  testServer(
    [
      analyticsFeature,
      medicationsFeature,
      ...measureFeatures,
      settingsFeature(reschedule),
      retentionFeature(options),
    ],
    {},
    undefined,
    database,
  );

const ROUNDS = [
  'parts by month',
  'old analytics',
  'old audit trail',
  'old medication logs',
  'old snoozes',
  'old measures',
  'old notes',
];

describe('deletion of old rows', () => {
  let server: TestServer;
  let home: TestHousehold;
  beforeAll(async () => {
    server = await openServer(SET);
  });
  beforeEach(async () => {
    server.clock.set(MORNING);
    home = await server.household();
  });
  afterAll(() => server.close());

  const rowsOf = (table: typeof analyticsEvents | typeof auditEntries, { accountId } = home) =>
    server.database.asSystem((db) => db.select().from(table).where(eq(table.accountId, accountId)));

  /** Counts rows just before and just after the given number of days has passed. */
  async function around(days: number, name: string, count: () => Promise<number>) {
    server.clock.set(MORNING);
    server.clock.advance(days * DAY_MS);
    await server.jobs(name);
    const before = await count();
    server.clock.advance(61_000);
    await server.jobs(name);
    return [before, await count()];
  }

  it('old uses of the tablet are deleted, and their sums stay', async () => {
    const uses = analyticsOf(server, home);
    await uses.use('watch', 60, await uses.addVideo('Birds'));
    const before = await uses.read();
    const count = async () => (await rowsOf(analyticsEvents)).length;
    expect(await around(400, 'old analytics', count)).toEqual([4, 0]);
    server.clock.set('2026-03-10T15:00:00Z');
    await uses.note('read_started');
    expect(await uses.read()).toMatchObject({
      videoViews: 1,
      today: before.today.concat({ activity: 'read', totalDuration: 0 }),
      recentActivity: [{ activity: 'read' }],
    });
  });

  it('old audit entries are deleted', async () => {
    await addMedication(home, { times: ['08:00'] });
    const count = async () => (await rowsOf(auditEntries)).length;
    const before = await count();
    expect(before).toBeGreaterThan(0);
    expect(await around(120, 'old audit trail', count)).toEqual([before, 0]);
  });

  it('old dose logs are deleted from every screen, but pending ones stay', async () => {
    const [taken, undone] = await Promise.all([
      addMedication(home, { times: ['08:00'] }),
      addMedication(home, { name: 'Metformin', times: ['08:00'] }),
    ]);
    expectStatus(await logDose(home, taken, DOSE), 201);
    expectStatus(await logDose(home, undone, DOSE), 201);
    expectStatus(await logDose(home, undone, DOSE, 'pending'), 200);
    const read = async () =>
      expectStatus(await home.as('admin')('GET', '/api/medication-logs'), 200).body.length;
    const count = async () => {
      // The clock is set back for the read, because the session has expired by the later time.
      const later = server.clock.now();
      server.clock.set(MORNING);
      const length = await read();
      server.clock.set(later.toISOString());
      return length;
    };
    expect(await around(150, 'old medication logs', count)).toEqual([2, 1]);
    server.clock.set(MORNING);
    expect(await logsOf(home)).toEqual(['2026-03-10T12:00 pending']);
  });

  it('old measurements and notes are deleted after the same time as dose logs', async () => {
    const userId = home.userIds.user;
    const ask = home.as('admin');
    const value = { id: randomUUID(), userId, kind: 'weight', unit: 'kg', first: 72 };
    expectStatus(await ask('POST', '/api/measure-values', value), 201);
    const note = { userId, date: '2026-03-09', text: 'Dizzy.' };
    expectStatus(await ask('POST', '/api/day-notes', note), 201);
    const count = async (table: typeof measureValues | typeof dayNotes) =>
      (
        await server.database.asSystem((db) =>
          db.select().from(table).where(eq(table.accountId, home.accountId)),
        )
      ).length;
    expect(await around(150, 'old measures', () => count(measureValues))).toEqual([1, 0]);
    expect(await around(150, 'old notes', () => count(dayNotes))).toEqual([1, 0]);
  });

  it('old rows of one household do not affect newer rows of another', async () => {
    await addMedication(home, { times: ['08:00'] });
    server.clock.advance(100 * DAY_MS);
    const later = await server.household();
    await addMedication(later, { times: ['08:00'] });
    server.clock.advance(60 * DAY_MS);
    for (const name of ROUNDS) await server.jobs(name);
    expect(await rowsOf(auditEntries)).toEqual([]);
    expect(await rowsOf(auditEntries, later)).not.toEqual([]);
  });
});

it('audit entries and dose logs are kept forever without a configured number of days', () => {
  const names = (options: Retention) => retentionFeature(options).jobs?.map(({ name }) => name);
  expect(names(FOREVER)).toEqual(['parts by month', 'old analytics']);
  expect(names(SET)).toEqual(ROUNDS);
});

const use = ({ accountId, userIds }: TestHousehold, happenedAt: Date) => ({
  ...{ id: randomUUID(), accountId, userId: userIds.user, happenedAt, durationSeconds: 0 },
  ...{ activity: 'watch', content: 'watch_started' },
});

const entry = ({ accountId }: TestHousehold, at: Date) => ({
  ...{ id: randomUUID(), accountId, at, action: 'settings-changed', personName: '' },
  ...{ subject: '', address: '', deviceName: '' },
});

/** Returns the times of the remaining uses and audit entries. */
const left = (database: Database) =>
  database.asSystem(async (db) => {
    const uses = await db.select().from(analyticsEvents).orderBy(asc(analyticsEvents.happenedAt));
    const entries = await db.select().from(auditEntries).orderBy(asc(auditEntries.at));
    return [uses.map(({ happenedAt }) => happenedAt), entries.map(({ at }) => at)];
  });

const isPart = async ({ asSystem }: Database, name: string) => {
  const found = asSystem((db) =>
    db.select({ name: sql`relname` }).from(sql`pg_class`).where(sql`relname = ${name}`),
  );
  return (await found).length > 0;
};

/** Retention in days, for both tables. */
const DAYS = 400;
const BOTH: Retention = { ...FOREVER, auditDays: DAYS };

const EDGES = ['1999-05-05', '2005-01-01', '2005-02-01', '2005-03-01', '2005-04-01', '2099-01-01'];

describe.each([
  ['at the start of a month', '2005-03-01T00:00:00.000Z', 'UTC'],
  [
    'at the start of a month, in a session ahead of UTC',
    '2005-03-01T00:00:00.000Z',
    'Pacific/Kiritimati',
  ],
  [
    'at the start of a month, in a session behind UTC',
    '2005-03-01T00:00:00.000Z',
    'America/New_York',
  ],
  ['a millisecond before a month', '2005-02-28T23:59:59.999Z', 'Asia/Kolkata'],
  ['within a month', '2005-02-14T10:20:30.456Z', 'Pacific/Kiritimati'],
])('retention limit %s', (_, limit, zone) => {
  const until = Date.parse(limit);
  const instants = [limit, ...EDGES.map((day) => `${day}T00:00:00.000Z`)]
    .flatMap((instant) => [-1, 0, 1].map((ms) => Date.parse(instant) + ms))
    .sort((one, other) => one - other);
  const kept = instants.filter((at) => at >= until).map((at) => new Date(at));

  it.each([
    ['in monthly partitions', true],
    ['in the default partition', false],
  ])('old rows are deleted exactly to the millisecond: %s', async (_place, isDivided) => {
    const plain = await openTestDatabase();
    const database: Database = {
      ...plain,
      asSystem: (work) =>
        plain.asSystem(async (db) => {
          await db.execute(sql.raw(`set local timezone = '${zone}'`));
          return work(db);
        }),
    };
    const server = await openServer(BOTH, database);
    const home = await server.household();
    await plain.asSystem(async (db) => {
      if (isDivided) await createPartitions(db, new Date('2005-01-10T00:00:00Z'));
      const at = instants.map((instant) => new Date(instant));
      await db.insert(analyticsEvents).values(at.map((one) => use(home, one)));
      await db.insert(auditEntries).values(at.map((one) => entry(home, one)));
    });
    server.clock.set(new Date(until + DAYS * DAY_MS).toISOString());
    for (const name of ['old analytics', 'old audit trail']) await server.jobs(name);
    expect(await left(plain)).toEqual([kept, kept]);
    const parts = ['analytics_events_2005_01', 'audit_entries_2005_02', 'audit_entries_2005_03'];
    const are = await Promise.all(parts.map((name) => isPart(plain, name)));
    const isAtEdge = limit.startsWith('2005-03');
    expect(are).toEqual(isDivided ? [false, !isAtEdge, true] : [false, false, false]);
    await server.close();
  });
});

it.runIf(inject('testGround').kind === 'postgres')(
  'rows are deleted while a long read has the table open, and their partition afterwards',
  async () => {
    const server = await openServer(BOTH);
    const { database } = server;
    const home = await server.household();
    const part = 'audit_entries_2005_01';
    await database.asSystem(async (db) => {
      await createPartitions(db, new Date('2005-01-10T00:00:00Z'));
      await db.insert(auditEntries).values(entry(home, new Date('2005-01-10T00:00:00Z')));
    });
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    await new Promise<void>((reads) => {
      void database.asSystem(async (db) => {
        await db.select().from(auditEntries);
        reads();
        await ended;
      });
    });
    await server.jobs('old audit trail');
    expect([await left(database), await isPart(database, part)]).toEqual([[[], []], true]);
    end();
    await server.jobs('old audit trail');
    expect(await isPart(database, part)).toBe(false);
    await server.close();
  },
);
