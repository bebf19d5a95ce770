import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#testing/database.ts';
import type { Database } from './connect.ts';
import { migrate } from './migrate.ts';
import { throttles } from './schema/access.ts';

const HOUSEHOLD = '018f0000-0000-7000-8000-000000000001';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

afterAll(async () => {
  await database?.close();
});

function column(query: string): Promise<unknown[]> {
  return database.asSystem(async (db) => {
    const found = await db.select({ value: sql`value` }).from(sql`(${sql.raw(query)}) as found`);
    return found.map((row) => row.value);
  });
}

const TABLES = `select relname as value, relrowsecurity, pg_class.oid as oid from pg_class
  where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'parts'::regnamespace)`;

test('the household role exists and cannot log in', async () => {
  expect(
    await column(`select rolcanlogin or rolsuper or rolbypassrls as value from pg_roles
      where rolname = 'grand_household'`),
  ).toEqual([false]);
});

test('row-level security is enabled and forced on every table', async () => {
  expect(await column(`${TABLES} and not (relrowsecurity and relforcerowsecurity)`)).toEqual([]);
});

test('the owner of a table can read it only in a system transaction', async () => {
  expect(
    await column(`${TABLES} and (select array_agg(pg_get_expr(polqual, polrelid)) from pg_policy
      where polrelid = pg_class.oid and polroles && array[0::oid, relowner]) is distinct from
      array['(NULLIF(current_setting(''app.system''::text, true), ''''::text) IS NOT NULL)']`),
  ).toEqual([]);
});

test('every table with a household has a policy that binds it to that household', async () => {
  const named = `${TABLES} and not relispartition and exists (select from pg_attribute
    where attrelid = pg_class.oid and attname = 'account_id')`;
  expect((await column(named)).length).toBeGreaterThan(5);
  expect(
    await column(`${named} and not exists (select from pg_policies
      where schemaname = 'public' and tablename = relname and 'grand_household' = any (roles)
        and cmd = 'ALL' and qual like '%account_id%' and with_check like '%account_id%')`),
  ).toEqual([]);
});

test('a household cannot read or write the table of failed sign-ins', async () => {
  const failure = { key: 'a', failures: 1, lastFailureAt: new Date('2026-01-01T00:00:00Z') };
  await database.asSystem((db) => db.insert(throttles).values(failure));
  expect(await database.inHousehold(HOUSEHOLD, (db) => db.select().from(throttles))).toEqual([]);
  await expect(
    database.inHousehold(HOUSEHOLD, (db) => db.insert(throttles).values({ ...failure, key: 'b' })),
  ).rejects.toThrow();
});

test('a second migration changes nothing', async () => {
  const applied = 'select count(*) as value from drizzle.__drizzle_migrations';
  const before = await column(applied);
  await database.asSystem(migrate);
  expect(await column(applied)).toEqual(before);
});

test('a database that a newer version has migrated is rejected with a message', async () => {
  const row = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 1)`;
  await database.asSystem((db) => db.execute(row));
  await expect(database.asSystem(migrate)).rejects.toThrow(
    /by a newer version of Grand App\. Start/,
  );
  await database.asSystem((db) =>
    db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`),
  );
  await expect(database.asSystem(migrate)).resolves.toBeUndefined();
});
