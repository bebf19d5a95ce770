import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { connect, type Database, type Db } from '#database/connect.ts';
import { fillEveryTable, placeOf } from '#testing/backups.ts';
import { makeTestDatabase, openTestDatabase } from '#testing/database.ts';
import { runStatement } from '#testing/postgres.ts';

let folder: string;
let database: Database;
let tables: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grand-wall-'));
  database = await openTestDatabase();
  await fillEveryTable(placeOf(database, folder), 1);
  tables = await database.asSystem(async (db) => {
    const rows = await db
      .select({ name: sql<string>`relname` })
      .from(sql`pg_class`)
      .where(sql`relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`);
    return rows.map(({ name }) => name);
  });
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/**
 * Runs work on a connection of the application after the end of a transaction, where neither a
 * household nor system access is set.
 */
function outside<T>(work: (db: Db) => Promise<T>): Promise<T> {
  return database.asSystem(async (db) => {
    await db.execute(sql`commit`);
    return work(db);
  });
}

async function rowsIn(db: Db, table: string): Promise<number> {
  const [row] = await db.select({ rows: count() }).from(sql`${sql.identifier(table)}`);
  return row?.rows ?? 0;
}

/** Returns the columns of a table that are not generated. */
async function writtenColumns(db: Db, table: string) {
  const rows = await db
    .select({ name: sql<string>`attname` })
    .from(sql`pg_attribute`)
    .where(
      sql`attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    );
  return sql.join(
    rows.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
}

describe('row-level security without a household and outside the system', () => {
  it('a statement sees no row of any table', async () => {
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables) {
      expect(await database.asSystem((db) => rowsIn(db, table)), table).toBe(1);
      expect(await outside((db) => rowsIn(db, table)), table).toBe(0);
    }
  });

  it('a statement neither changes nor deletes rows', async () => {
    for (const table of tables) {
      await outside(async (db) => {
        await db.execute(sql`delete from ${sql.identifier(table)}`);
      });
    }
    await outside((db) => db.execute(sql`update accounts set account_number = 'GA-0'`));
    for (const table of tables) {
      expect(await database.asSystem((db) => rowsIn(db, table)), table).toBe(1);
    }
    const [row] = await database.asSystem((db) =>
      db.select({ number: sql<string>`account_number` }).from(sql`accounts`),
    );
    expect(row?.number).not.toBe('GA-0');
  });

  it('a statement cannot insert rows', async () => {
    for (const table of tables) {
      const name = sql.identifier(table);
      const list = await database.asSystem((db) => writtenColumns(db, table));
      const added = outside((db) =>
        db.execute(sql`insert into ${name} (${list}) overriding system value
          select ${list} from json_populate_record(null::${name}, '{}')`),
      );
      await expect(added, table).rejects.toMatchObject({ cause: { code: '42501' } });
    }
  });
});

describe.runIf(inject('testGround').kind === 'postgres')(
  'row-level security for the table owner',
  () => {
    it("policies bind the owner's connection, including tables of a later migration", async () => {
      const { url, drop } = await makeTestDatabase();
      const seen = async (table: string) =>
        (await runStatement(url, `select count(*)::int as rows from ${table}`)).rows[0].rows;
      const open = async () => (await connect({ databaseUrl: url, dataDir: '.' })).close();
      await runStatement(url, "create table later as select 'a' as letter");
      expect(await seen('later')).toBe(1);
      await open();
      expect(await seen('later')).toBe(0);
      await drop();
    });

    it('policies are not forced while a server of the previous version is connected', async () => {
      const { url, drop } = await makeTestDatabase();
      const before = new URL(url);
      before.searchParams.set('application_name', 'grand-app');
      const open = async () => (await connect({ databaseUrl: url, dataDir: '.' })).close();
      const isForced = `select relforcerowsecurity as forced from pg_class where relname = 'later'`;
      await runStatement(url, 'create table later (letter text)');
      const { default: pg } = await import('pg');
      const older = new pg.Client(before.href);
      await older.connect();
      await open();
      expect((await runStatement(url, isForced)).rows).toEqual([{ forced: false }]);
      await older.end();
      await open();
      expect((await runStatement(url, isForced)).rows).toEqual([{ forced: true }]);
      await drop();
    });
  },
);
