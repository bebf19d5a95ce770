import { asc, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import { takeBackBefore } from '#testing/upgrades.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { analyticsEvents } from './schema/analytics.ts';
import { auditEntries } from './schema/audit.ts';

const HOME = '018f0000-0000-7000-8000-00000000000a';
const ELDER = '018f0000-0000-7000-8000-00000000000c';

const idOf = (number: number) => `018f0000-0000-7000-8000-00000000010${number}`;

/** A recent year, whose months get partitions. */
const YEAR = new Date().getUTCFullYear() - 1;

/** Instants, each with the partition of its month in UTC. */
const INSTANTS = [
  ['1970-01-01 00:00:00+00', 'rest'],
  [`${YEAR}-01-31 23:59:59.999999+00`, `${YEAR}_01`],
  [`${YEAR}-02-01 00:00:00+00`, `${YEAR}_02`],
  [`${YEAR}-04-30 19:30:00.123456-05`, `${YEAR}_05`],
  [`${YEAR}-05-31 23:59:59.999999+00`, `${YEAR}_05`],
  [`${YEAR + 100}-03-01 00:00:00+00`, 'rest'],
] as const;

let database: Database;
beforeEach(async () => {
  database = await openTestDatabase();
  await takeBackBefore(database, 'CREATE SCHEMA IF NOT EXISTS');
  await database.asSystem(async (db) => {
    await db.execute(sql`insert into accounts (id, account_number, created_at)
      values (${HOME}, 'GA-000001', now())`);
    await db.execute(sql`insert into users (id, account_id, first_name, last_name, role, created_at)
      values (${ELDER}, ${HOME}, 'Rose', 'Carter', 'user', now())`);
  });
});
afterEach(() => database.close());

/** Runs a statement of the previous version. */
const use = (
  number: number,
  at: string,
) => sql`insert into analytics_events (id, account_id, user_id,
    activity, content, item_id, item_title, duration_seconds, happened_at)
  values (${idOf(number)}, ${HOME}, ${ELDER}, 'watch', 'watch_ended', ${idOf(9)}, 'Birds', 61, ${at})
  on conflict do nothing returning id`;

const entry = (
  number: number,
  at: string,
) => sql`insert into audit_entries (id, account_id, at, action,
    user_id, person_name, subject, address, device_name)
  values (${idOf(number)}, ${HOME}, ${at}, 'signed-in', ${ELDER}, 'Rose Carter', '', '::1', 'iPad')`;

const inHome = (statement: ReturnType<typeof sql>) =>
  database.inHousehold(HOME, (db) => db.execute(statement));

describe('migration of analytics events and audit entries to partitions', () => {
  it('existing rows move unchanged to the partitions of their months', async () => {
    const before = await database.asSystem(async (db) => {
      for (const [number, [at]] of INSTANTS.entries()) {
        await db.execute(use(number, at));
        await db.execute(entry(number, at));
      }
      return rowsOf(db);
    });
    await database.asSystem(async (db) => {
      // Uses another timezone, to prove that the months of partitions are in UTC.
      await db.execute(sql`set local timezone = 'Asia/Kolkata'`);
      await migrate(db);
    });
    expect(before.map(({ length }) => length)).toEqual([INSTANTS.length, INSTANTS.length]);
    expect(await database.asSystem(rowsOf)).toEqual(before);
    const parts = await database.asSystem(async (db) => [
      await db
        .select({ part: sql`tableoid::regclass::text` })
        .from(analyticsEvents)
        .orderBy(asc(analyticsEvents.happenedAt)),
      await db
        .select({ part: sql`tableoid::regclass::text` })
        .from(auditEntries)
        .orderBy(asc(auditEntries.at)),
    ]);
    expect(parts).toEqual(
      ['analytics_events', 'audit_entries'].map((table) =>
        INSTANTS.map(([, month]) => ({ part: `parts.${table}_${month}` })),
      ),
    );
  });

  it('a server of the previous version can still write, read and delete rows after the migration', async () => {
    await database.asSystem((db) => migrate(db));
    const [, [at]] = INSTANTS;
    for (const number of [1, 2, 2]) await inHome(use(number, at));
    await inHome(entry(3, at));
    await inHome(sql`update audit_entries set subject = 'Twice'
      where "audit_entries"."account_id" = ${HOME} and "audit_entries"."id" = ${idOf(3)}`);
    await inHome(sql`delete from "analytics_events" where "analytics_events"."id" in (
      select old.id from "accounts" a cross join lateral (
        select "analytics_events"."id" as id from "analytics_events"
        where "analytics_events"."account_id" = a.id and "analytics_events"."id" = ${idOf(1)}
        order by "analytics_events"."happened_at" limit 1000) old limit 1000)`);
    const [uses, entries] = await database.inHousehold(HOME, rowsOf);
    expect(uses).toMatchObject([{ id: idOf(2) }]);
    expect(entries).toMatchObject([{ id: idOf(3), subject: 'Twice' }]);
  });

  it('rows are deleted with their household, and the person of an audit entry becomes null', async () => {
    for (const [number, [at]] of INSTANTS.entries()) {
      await inHome(use(number, at));
      await inHome(entry(number, at));
    }
    await database.asSystem((db) => migrate(db));
    await inHome(sql`delete from users where id = ${ELDER}`);
    const [uses, entries] = await database.inHousehold(HOME, rowsOf);
    expect([uses, new Set(entries?.map((row) => row.user_id))]).toEqual([[], new Set([null])]);
    await database.asSystem((db) => db.execute(sql`delete from accounts where id = ${HOME}`));
    expect(await database.asSystem(rowsOf)).toEqual([[], []]);
  });
});

/** Returns every column as JSON, with times to the microsecond. */
async function rowsOf(db: Parameters<Parameters<Database['asSystem']>[0]>[0]) {
  const all: Record<string, unknown>[][] = [];
  for (const table of ['analytics_events', 'audit_entries']) {
    const rows = await db
      .select({ row: sql<Record<string, unknown>>`to_jsonb(t)` })
      .from(sql`${sql.identifier(table)} t`)
      .orderBy(sql`t.id`);
    all.push(rows.map(({ row }) => row));
  }
  return all;
}
