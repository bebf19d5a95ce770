import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { inject } from 'vitest';
import { connect, type Database } from '../../src/database/connect.ts';
import { migrate, migrationsFolder } from '../../src/database/migrate.ts';
import { makeTestDatabase } from './database.ts';
import { runStatement } from './postgres.ts';

const FOLDER = new URL('../../src/database/upgrades/', import.meta.url);

const ROLE = readFileSync(
  new URL('../../src/database/migrations/0000_household-role.sql', import.meta.url),
  'utf8',
);

const WITH_ROLE = `${ROLE.replaceAll('--> statement-breakpoint', '')};\n`;

/** Returns the dumps of earlier versions, each named after its newest migration. */
export function earlierData(): string[] {
  return readdirSync(fileURLToPath(FOLDER)).map((name) => name.replace('.sql.gz', ''));
}

export interface Carried {
  readonly database: Database;
  /** Row counts of the tables before the migration. */
  readonly before: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

/**
 * Loads a dump into a new database of the project's kind and migrates it. `anotherOwner` simulates
 * a dump whose tables and policies belong to a user with another name.
 */
export async function carryOver(name: string, anotherOwner = false): Promise<Carried> {
  const written = dumpOf(name);
  const dump = anotherOwner ? written.replaceAll('TO CURRENT_USER', 'TO pg_monitor') : written;
  const statements = `${WITH_ROLE}${dump}`;
  const before = rowsIn(dump);
  if (inject('testGround').kind === 'embedded') {
    const database = await connect({ dataDir: '.', snapshot: await loaded(statements) });
    await database.asSystem((db) => migrate(db));
    return { database, before, close: () => database.close() };
  }
  const { url, drop } = await makeTestDatabase({ empty: true });
  await runStatement(url, statements);
  const database = await connect({ databaseUrl: url, dataDir: '.' });
  const close = async () => {
    await database.close();
    await drop();
  };
  return { database, before, close };
}

/** Creates a PostgreSQL database with the dump of that version. */
export async function databaseOfVersion(name: string) {
  const made = await makeTestDatabase({ empty: true });
  await runStatement(made.url, `${WITH_ROLE}${dumpOf(name)}`);
  return made;
}

function dumpOf(name: string): string {
  return gunzipSync(readFileSync(new URL(`${name}.sql.gz`, FOLDER))).toString();
}

let bare: Promise<Blob> | undefined;

/** The empty cluster is cached, because creating it takes longer than loading the dump. */
async function loaded(statements: string): Promise<Blob> {
  bare ??= PGlite.create().then(async (pglite) => {
    const made = await pglite.dumpDataDir('none');
    await pglite.close();
    return made;
  });
  const pglite = await PGlite.create({ loadDataDir: await bare });
  await pglite.exec(statements);
  const snapshot = await pglite.dumpDataDir('none');
  await pglite.close();
  return snapshot;
}

/** Counts the rows of a dump by table; each row is one line. */
function rowsIn(dump: string): Map<string, number> {
  const rows = new Map<string, number>();
  let table: string | undefined;
  for (const line of dump.split('\n')) {
    table = /^INSERT INTO public\.(\w+) /.exec(line)?.[1] ?? table;
    if (table === undefined || !/^(\t|INSERT INTO .* VALUES )\(/.test(line)) continue;
    rows.set(table, (rows.get(table) ?? 0) + 1);
  }
  return rows;
}

/** Returns the number of rows of a table; undefined if it does not exist. */
export async function rowsNow(database: Database, table: string): Promise<number | undefined> {
  return database.asSystem(async (db) => {
    const found = db.select({ one: sql`1` }).from(sql`pg_tables`);
    const exists = await found.where(sql`schemaname = 'public' and tablename = ${table}`);
    if (exists.length === 0) return undefined;
    const counted = db.select({ rows: sql<number>`count(*)` }).from(sql`${sql.identifier(table)}`);
    return Number((await counted)[0]?.rows);
  });
}

/**
 * Drops every table and migrates again, up to and including the migration before the one whose SQL
 * contains `words`.
 */
export async function takeBackBefore(database: Database, words: string): Promise<void> {
  await database.asSystem(async (db) => {
    await db.execute(sql`do $$ declare each record; begin
      for each in select c.oid::regclass as name from pg_class c
        where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      loop execute format('drop table %s cascade', each.name); end loop; end $$`);
    await db.execute(sql`delete from drizzle.__drizzle_migrations`);
    const all = readMigrationFiles({ migrationsFolder: migrationsFolder() });
    const at = all.findIndex((one) => one.sql.some((statement) => statement.includes(words)));
    await migrate(db, all[at - 1]?.hash);
  });
}
