import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, Db } from '#database/connect.ts';
import { createPartitions } from '#database/partitions.ts';
import { analyticsDays, analyticsEvents, analyticsTotals } from '#database/schema/analytics.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { analyticsFeature, lastUses } from '#features/analytics/server.ts';
import { auditFeature } from '#features/audit/server.ts';
import { retentionFeature } from '#features/retention/server.ts';
import { removalOf } from '#platform/server/archive/portable-undo.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { openTestDatabase } from '#testing/database.ts';
import {
  expectStatus,
  type TestHousehold,
  type TestServer,
  testServer,
} from '#testing/test-server.ts';

const MARCH = '2026-03-10T12:00:00Z';

/** Names of the partitions that transactions have read since the set was last cleared. */
const opened = new Set<string>();

/**
 * Wraps the database to record the locked partitions at the end of each transaction. Partitions
 * that the planner has pruned are not locked.
 */
function watched(database: Database): Database {
  const noting =
    <T>(work: (db: Db) => Promise<T>) =>
    async (db: Db) => {
      const result = await work(db);
      const held = await db
        .select({ name: sql<string>`c.relname` })
        .from(sql`pg_locks l join pg_class c on c.oid = l.relation`)
        .where(sql`l.pid = pg_backend_pid() and c.relispartition and c.relkind = 'r'`);
      for (const { name } of held) opened.add(name);
      return result;
    };
  return {
    ...database,
    asSystem: (work) => database.asSystem(noting(work)),
    inHousehold: (accountId, work) => database.inHousehold(accountId, noting(work)),
    readInHousehold: (accountId, work) => database.readInHousehold(accountId, noting(work)),
    readTogether: (reads) =>
      database.readTogether(
        reads.map(({ accountId, work }) => ({ accountId, work: noting(work) })),
      ),
  };
}

let plain: Database;
let server: TestServer;
let home: TestHousehold;
beforeAll(async () => {
  plain = await openTestDatabase();
  const retention = { analyticsDays: 400, auditDays: 120, medicationLogDays: undefined };
  const features = [analyticsFeature, auditFeature, retentionFeature(retention)];
  server = await testServer(features, {}, undefined, watched(plain));
});
beforeEach(async () => {
  await plain.asSystem(async (db) => {
    for (const month of [0, 4, 8, 12]) await createPartitions(db, new Date(Date.UTC(2025, month)));
  });
  server.clock.set(MARCH);
  home = await server.household();
});
afterAll(() => server.close());

const use = (at: Date) => ({
  ...{ id: randomUUID(), accountId: home.accountId, userId: home.userIds.user, durationSeconds: 0 },
  ...{ activity: 'watch', content: 'watch_started', happenedAt: at },
});

const entry = (at: Date) => ({
  ...{ id: randomUUID(), accountId: home.accountId, at, action: 'settings-changed', subject: '' },
  ...{ userId: home.userIds.admin, personName: 'Ada', address: '', deviceName: '' },
});

/** Returns rows for the `days` before the clock's time, `each` rows per day, newest first. */
const daysBack = <Row>(days: number, each: number, row: (at: Date) => Row): Row[] =>
  Array.from({ length: days * each }, (_, number) =>
    row(new Date(Date.parse(MARCH) - (number * DAY_MS) / each)),
  );

/** Returns the partitions that the work has read, without the name of the table. */
async function openedBy(work: () => Promise<unknown>, table: string): Promise<string[]> {
  opened.clear();
  await work();
  return [...opened]
    .flatMap((name) => (name.startsWith(table) ? name.slice(table.length + 1) : []))
    .sort();
}

const read = (path: string) => () =>
  home
    .as('super_admin')('GET', path)
    .then((answer) => expectStatus(answer, 200));

describe('partitions with a year of uses', () => {
  beforeEach(async () => {
    const days = daysBack(365, 1, (at) => ({
      ...{ accountId: home.accountId, day: at.toISOString().slice(0, 10), activity: 'watch' },
      ...{ visits: 2, openings: 0, visitSeconds: 0, openingSeconds: 0 },
      ...{ endedVisits: 0, endedOpenings: 0 },
    }));
    await plain.asSystem(async (db) => {
      await db.insert(analyticsEvents).values(daysBack(365, 2, use));
      await db.insert(analyticsDays).values(days);
      const total = { accountId: home.accountId, activity: 'watch', sessions: 0, seconds: 0 };
      await db.insert(analyticsTotals).values({ ...total, views: 730 });
    });
  });

  it('the analytics open the partitions of the last weeks', async () => {
    const parts = await openedBy(read('/api/analytics'), 'analytics_events');
    expect(parts).toEqual(['2026_02', '2026_03']);
  });

  it('recording a use opens the partitions of the days around it', async () => {
    const body = { activity: 'watch', duration: 0, content: 'watch_started' };
    const note = (happenedAt?: string) => async () => {
      const told = { ...body, ...(happenedAt && { happenedAt }) };
      expectStatus(await home.as('user')('POST', '/api/analytics', told), 201);
    };
    expect(await openedBy(note(), 'analytics_events')).toEqual(['2026_03']);
    expect(await openedBy(note(MARCH), 'analytics_events')).toEqual(['2026_02', '2026_03']);
  });

  it('the last use of an elder opens the partitions of the last weeks', async () => {
    const last = () =>
      server.database.inHousehold(home.accountId, async (db) => {
        const uses = await lastUses(db, home.accountId, [home.userIds.user], server.clock.now());
        expect(uses.get(home.userIds.user)).toEqual(new Date(MARCH));
      });
    const parts = await openedBy(last, 'analytics_events');
    expect(parts).toEqual(['2026_02', '2026_03']);
  });
});

describe('partitions with a year of audit entries', () => {
  beforeEach(async () => {
    const rows = daysBack(365, 1, entry);
    await plain.asSystem((db) => db.insert(auditEntries).values(rows));
  });

  it('the newest page opens this month, the month before and the rest', async () => {
    const parts = await openedBy(read('/api/audit?limit=30'), 'audit_entries');
    expect(parts).toEqual(expect.arrayContaining(['2026_02', '2026_03', 'rest']));
    expect(parts.filter((name) => name < '2026_02')).toEqual([]);
  });

  it('a page of some days opens only their partition', async () => {
    const path = '/api/audit?from=2025-09-02&to=2025-09-20&limit=10';
    expect(await openedBy(read(path), 'audit_entries')).toEqual(['2025_09']);
  });

  it('removing rows of a household spares equally placed rows of other partitions', async () => {
    await plain.asSystem((db) => db.delete(auditEntries));
    const instants = ['2025-05-10T00:00:00Z', '2025-06-10T00:00:00Z', '2025-07-10T00:00:00Z'];
    const rows = instants.map((at) => entry(new Date(at)));
    await plain.asSystem((db) => db.insert(auditEntries).values(rows));
    const remove = removalOf(auditEntries, { writtenAt: auditEntries.at });
    const since = new Date('2025-06-01T00:00:00Z');
    const which = { accountId: home.accountId, since, before: undefined, limit: 2 };
    const { count } = await plain.asSystem((db) => remove(db, which));
    const left = await plain.asSystem((db) => db.select().from(auditEntries));
    expect([count, left.map(({ id }) => id)]).toEqual([2, [rows[0]?.id]]);
  });

  it('retention deletes from the partition of its limit and from the rest', async () => {
    server.clock.set('2026-05-15T12:00:00Z');
    const parts = await openedBy(() => server.jobs('old audit trail'), 'audit_entries');
    expect(parts).toEqual(['2026_01', 'rest']);
    const [oldest] = await plain.asSystem((db) =>
      db.select({ at: auditEntries.at }).from(auditEntries).orderBy(auditEntries.at).limit(1),
    );
    expect(oldest?.at).toEqual(new Date('2026-01-15T12:00:00Z'));
  });
});
