import { type FileHandle, open } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import { columnsOf, rowsOf, type Table, tablesInOrder } from './tables.ts';

/** Position of a table's lines in the spooled file; `end` is exclusive. */
export interface SpooledTable {
  readonly name: string;
  readonly rows: number;
  readonly start: number;
  readonly end: number;
}

/** Contents of the database at one moment. */
export interface Spooled {
  readonly tables: readonly SpooledTable[];
  /** Names of the files that the rows refer to, as in the file store, in a stable order. */
  readonly files: readonly string[];
  /** The hash of the last migration. */
  readonly migration: string;
}

/** Number of rows per read. One read blocks an embedded database for a few milliseconds. */
const PAGE = 1000;

/** Every file that a row refers to: displayed pictures, and original uploads of photos. */
const NAMED = sql`(select ${pictures.accountId}::text || '/' || ${pictures.filename} as name from ${pictures}
  union select ${photos.accountId}::text || '/' || ${photos.original} from ${photos})`;

const lines = z.array(z.object({ line: z.string() }));
const names = z.array(z.object({ name: z.string() }));
const hashes = z.array(z.object({ hash: z.string() }));

/**
 * Writes all rows of one moment to a new file at `path`, one JSON line each. Compression and
 * checksums follow later, because the embedded database has one connection and all requests wait
 * for it.
 */
export async function spoolRows(database: Database, path: string): Promise<Spooled> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await database.asSystem(async (db) => {
      await db.execute(sql`set transaction isolation level repeatable read, read only`);
      await withoutTimeLimits(db);
      // The session is set to UTC, because JSON stores a timestamp in the time zone of the session.
      await db.execute(sql`set local timezone = 'UTC'`);
      const tables: SpooledTable[] = [];
      let start = 0;
      for (const table of await tablesInOrder(db)) {
        const { rows, bytes } = await spoolTable(db, table, file);
        tables.push({ name: table.name, rows, start, end: start + bytes });
        start += bytes;
      }
      return { tables, files: await filesNamed(db), migration: await lastMigration(db) };
    });
  } finally {
    await file.close();
  }
}

/** Returns the given files to which rows still refer. */
export async function stillNamed(db: Db, files: readonly string[]): Promise<Set<string>> {
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(files)}::text::jsonb))`;
  const rows = await rowsOf(db, sql`select name from ${NAMED} named where name in ${wanted}`);
  return new Set(names.parse(rows).map(({ name }) => name));
}

/** Removes the time limits of the transaction, which takes as long as its files. */
export async function withoutTimeLimits(db: Db): Promise<void> {
  await db.execute(sql`set local statement_timeout = 0`);
  await db.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}

async function spoolTable(db: Db, table: Table, file: FileHandle) {
  let rows = 0;
  let bytes = 0;
  await db.execute(sql`declare spooled no scroll cursor for
    select row_to_json(spooled_row)::text as line from (
      select ${columnsOf(table)} from ${sql.identifier(table.name)}
    ) spooled_row
    order by ${orderOf(table)}`);
  for (;;) {
    const page = lines.parse(await rowsOf(db, sql.raw(`fetch ${PAGE} from spooled`)));
    if (page.length === 0) break;
    const written = Buffer.from(page.map(({ line }) => `${line}\n`).join(''));
    await file.appendFile(written);
    rows += page.length;
    bytes += written.length;
  }
  await db.execute(sql`close spooled`);
  return { rows, bytes };
}

/**
 * Returns the sort order of a table: by primary key, with text compared by bytes, so that two
 * databases return equal rows in equal order.
 */
function orderOf({ name, key }: Table) {
  if (key.length === 0) throw new Error(`The table ${name} has no primary key.`);
  const columns = key.map((column) =>
    column.isText
      ? sql`spooled_row.${sql.identifier(column.name)} collate "C"`
      : sql`spooled_row.${sql.identifier(column.name)}`,
  );
  return sql.join(columns, sql`, `);
}

async function filesNamed(db: Db): Promise<string[]> {
  const rows = await rowsOf(db, sql`select name from ${NAMED} named order by name collate "C"`);
  return names.parse(rows).map(({ name }) => name);
}

async function lastMigration(db: Db): Promise<string> {
  const rows = await rowsOf(
    db,
    sql`select hash from drizzle.__drizzle_migrations order by created_at desc, id desc limit 1`,
  );
  return hashes.parse(rows)[0]?.hash ?? '';
}
