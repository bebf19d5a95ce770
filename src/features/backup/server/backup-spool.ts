import { type FileHandle, open } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import { columnsOf, rowsOf, type Table, tablesInOrder } from './tables.ts';

/** Where in the spooled file a table's lines stand; `end` is the first byte after them. */
export interface SpooledTable {
  readonly name: string;
  readonly rows: number;
  readonly start: number;
  readonly end: number;
}

/** What the database held at one moment. */
export interface Spooled {
  readonly tables: readonly SpooledTable[];
  /** The files that its rows name, as the store calls them, in a fixed order. */
  readonly files: readonly string[];
  /** The hash of the last migration. */
  readonly migration: string;
}

/** So many rows at once: a few milliseconds in which an embedded database does nothing else. */
const PAGE = 1000;

/** Every file that a row names: the pictures that are shown, and photos as they were uploaded. */
const NAMED = sql`(select ${pictures.accountId}::text || '/' || ${pictures.filename} as name from ${pictures}
  union select ${photos.accountId}::text || '/' || ${photos.original} from ${photos})`;

const lines = z.array(z.object({ line: z.string() }));
const names = z.array(z.object({ name: z.string() }));
const hashes = z.array(z.object({ hash: z.string() }));

/**
 * Writes all rows of one moment to a new file at `path`, a JSON line each. They are only read and
 * written meanwhile, neither packed nor counted: the embedded database has one connection, and
 * everybody waits for it.
 */
export async function spoolRows(database: Database, path: string): Promise<Spooled> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await database.asSystem(async (db) => {
      await db.execute(sql`set transaction isolation level repeatable read, read only`);
      await withoutTimeLimits(db);
      // JSON has no other form for an instant than one in some timezone.
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

/** Of those files the ones that rows still name. */
export async function stillNamed(db: Db, files: readonly string[]): Promise<Set<string>> {
  const wanted = sql`(select jsonb_array_elements_text(${JSON.stringify(files)}::text::jsonb))`;
  const rows = await rowsOf(db, sql`select name from ${NAMED} named where name in ${wanted}`);
  return new Set(names.parse(rows).map(({ name }) => name));
}

/** For a transaction that takes as long as its files do; the server's usual ones end in seconds. */
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

/** By the key, and text byte by byte, so that two databases put the same rows into the same order. */
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
