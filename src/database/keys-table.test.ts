import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fillEveryTable, placeOf } from '#testing/backups.ts';
import { openTestDatabase } from '#testing/database.ts';
import { takeBackBefore } from '#testing/upgrades.ts';
import type { Database, Db } from './connect.ts';
import { migrate } from './migrate.ts';

let folder: string;
let database: Database;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-keys-'));
  database = await openTestDatabase();
  await takeBackBefore(database, '_former_key');
  await fillEveryTable(placeOf(database, folder), 3);
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** Tables to which other tables refer, each with new values for its other unique columns. */
const REFERRED_TO = {
  users: { login_id: null, email: null },
  medications: {},
  sessions: { token_hash: 'b7' },
  alerts: {},
  photo_albums: {},
  medication_logs: { time: '23:59' },
};

/** Foreign keys between two household tables in the schema of the previous version. */
async function references(db: Db) {
  return db
    .select({
      named: sql<string>`f.conrelid::regclass::text`,
      by: sql<string>`a.attname`,
      target: sql<keyof typeof REFERRED_TO>`f.confrelid::regclass::text`,
    })
    .from(
      sql`pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]`,
    )
    .where(
      sql`f.contype = 'f' and f.connamespace = 'public'::regnamespace and cardinality(f.conkey) = 1
        and a.attname <> 'account_id'`,
    )
    .orderBy(sql`f.conname`);
}

/** Rows as JSON, by table and household. */
async function rowsOf(db: Db) {
  const tables = await db
    .select({ name: sql<string>`c.relname` })
    .from(sql`pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'`)
    .where(sql`c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`);
  const all = new Map<string, Map<string, unknown>>();
  for (const { name } of tables) {
    const rows = await db
      .select({ whose: sql<string>`account_id`, row: sql`to_jsonb(t) - 'device_name'` })
      .from(sql`${sql.identifier(name)} t`);
    all.set(name, new Map(rows.map(({ whose, row }) => [whose, row])));
  }
  return all;
}

it('rows that refer only to their own household are unchanged', async () => {
  const before = await database.asSystem(rowsOf);
  await database.asSystem((db) => migrate(db));
  expect(before.size).toBeGreaterThan(40);
  const after = await database.asSystem(rowsOf);
  // Compares only the earlier tables, because later migrations add tables.
  expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()]));
  for (const [table, rows] of before) {
    const now = after.get(table);
    expect([...(now?.keys() ?? [])], table).toEqual([...rows.keys()]);
    // Compares only the earlier columns, because later migrations add columns.
    for (const [whose, row] of rows) expect(now?.get(whose), table).toMatchObject(Object(row));
  }
});

it('a row that refers to another household is deleted or loses the reference, as after a deletion of the target', async () => {
  const { whose, before, all } = await database.asSystem(async (db) => {
    const households = await db.select({ id: sql<string>`id` }).from(sql`accounts order by id`);
    const [home, other] = households.map(({ id }) => id);
    const untouched = await rowsOf(db);
    const moved = await references(db);
    for (const [table, also] of Object.entries(REFERRED_TO)) {
      const name = sql.identifier(table);
      const number = JSON.stringify({ ...also, id: null });
      await db.execute(sql`insert into ${name} select (jsonb_populate_record(t,
        ${number}::text::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
        from ${name} t where account_id = ${other}`);
      const under = moved.filter(({ target }) => target === table);
      for (const { named, by } of under) {
        await db.execute(sql`update ${sql.identifier(named)} set ${sql.identifier(by)} =
          (select id from ${name} where account_id = ${other} order by ctid desc limit 1)
          where account_id = ${home}`);
      }
    }
    return { whose: { home, other }, before: untouched, all: moved };
  });
  expect(all.length).toBeGreaterThan(40);
  await database.asSystem((db) => migrate(db));
  const after = await database.asSystem(rowsOf);

  // Includes the chunks, which are deleted with their upload.
  const under = new Set([...all.map(({ named }) => named), 'photo_pieces']);
  const kept: Record<string, unknown> = {};
  for (const [table, rows] of before) {
    const now = after.get(table);
    for (const [household, row] of rows) {
      if (household === whose.home && under.has(table)) {
        const left = now?.get(household);
        if (left !== undefined) kept[table] = left;
      } else if (household !== whose.other || !(table in REFERRED_TO)) {
        expect(now?.get(household), `${table} of ${household}`).toMatchObject(Object(row));
      }
    }
  }
  expect(kept).toEqual({
    alerts: expect.objectContaining({ taken_by: null, without_user: null }),
    audit_entries: expect.objectContaining({ user_id: null }),
    bin: expect.objectContaining({ deleted_by: null }),
    calendar_events: expect.objectContaining({ user_id: null }),
    medications: expect.objectContaining({ user_id: null }),
  });
});
