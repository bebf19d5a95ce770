import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '#database/connect.ts';
import type { Manifest } from '#features/backup/server/manifest.ts';
import { openBackup } from '#features/backup/server/open-backup.ts';
import { restoreBackup } from '#features/backup/server/restore.ts';
import { rowsOf, tablesInOrder } from '#features/backup/server/tables.ts';
import { takeBackup } from '#features/backup/server/take-backup.ts';
import { type ZipReader, zipTo } from '#platform/server/archive/zip.ts';
import { diskStore, type FileStore } from '#platform/server/storage/file-store.ts';
import { incomingFolder, uploadsFolder } from '#platform/server/storage/temp-files.ts';

/** The data of a server that a backup contains: a database, and files in a separate folder. */
export interface Place {
  readonly database: Database;
  readonly store: FileStore;
  readonly incoming: string;
  now(): Date;
}

export function placeOf(database: Database, dataDir: string): Place {
  return {
    database,
    store: diskStore(uploadsFolder(dataDir)),
    incoming: incomingFolder(dataDir),
    now: () => new Date('2026-03-10T14:00:00Z'),
  };
}

export function backUpTo(path: string, place: Place): Promise<void> {
  return takeBackup(place, createWriteStream(path));
}

/**
 * Restores a backup as a move to another server, which leaves every row unchanged. `isMove` can be
 * set to false.
 */
export async function restoreFrom(
  path: string,
  place: Place,
  { isMove } = { isMove: true },
): Promise<number | undefined> {
  const backup = await openBackup(path);
  try {
    return await restoreBackup(backup, { ...place, isMove });
  } finally {
    await backup.zip.close();
  }
}

/** Returns the manifest of a backup without its time. */
export async function contentsOf(path: string): Promise<Omit<Manifest, 'madeAt'>> {
  const { manifest, zip } = await openBackup(path);
  await zip.close();
  const { madeAt: _, ...contents } = manifest;
  return contents;
}

export async function putFile(place: Place, name: string, content: string): Promise<void> {
  await mkdir(place.incoming, { recursive: true });
  const path = join(place.incoming, randomUUID());
  await writeFile(path, content);
  await place.store.put(path, name);
}

export async function filesIn({ store }: Place): Promise<string[]> {
  const names: string[] = [];
  for (const household of await store.households()) {
    for await (const { name } of store.list(household)) names.push(name);
  }
  return names.sort();
}

/** Writes a copy of the archive with changed entries, correctly packed and sealed. */
export async function repacked(
  zip: ZipReader,
  to: string,
  change: (name: string, content: Buffer) => Buffer | undefined,
  added: Record<string, string> = {},
): Promise<void> {
  const writer = zipTo(createWriteStream(to));
  const last = zip.entries.at(-1)?.name;
  for (const { name } of zip.entries) {
    if (name === last)
      for (const [more, content] of Object.entries(added)) await writer.add(more, content);
    const content = change(name, await buffer(await zip.read(name)));
    if (content !== undefined) await writer.add(name, content);
  }
  await writer.end();
}

const columns = z.array(
  z.object({
    name: z.string(),
    type: z.string(),
    /** Table and column that a foreign key refers to. */
    parent: z.string().nullable(),
    target: z.string().nullable(),
  }),
);

type Row = Record<string, unknown>;

/**
 * Columns of a content row of the kind `videos`, which must not have the columns of other kinds.
 */
const A_VIDEO = { kind: 'videos', track_count: null, source: '' };

/**
 * Adds `count` households with rows in every table of the schema, with values of every column type,
 * and the files to which the rows refer.
 */
export async function fillEveryTable(place: Place, count = 3): Promise<void> {
  const files = await place.database.asSystem(async (db) => {
    const filled = new Map<string, Row[]>();
    for (const { name } of await tablesInOrder(db)) {
      const of = columns.parse(await rowsOf(db, columnsOf(name)));
      const rows = Array.from({ length: count }, (_, n) => ({
        ...Object.fromEntries(of.map((column) => [column.name, madeUp(name, column, n, filled)])),
        ...(name === 'content' && A_VIDEO),
      }));
      await insertRows(db, name, rows);
      filled.set(name, rows);
    }
    return [...namesIn(filled, 'pictures', 'filename'), ...namesIn(filled, 'photos', 'original')];
  });
  for (const name of files) await putFile(place, name, `the bytes of ${name} ${randomUUID()}`);
}

export async function insertRows(db: Db, table: string, rows: readonly Row[]): Promise<void> {
  const name = sql.identifier(table);
  const written = Object.keys(rows[0] ?? {}).map((column) => sql.identifier(column));
  const list = sql.join(written, sql`, `);
  await db.execute(sql`insert into ${name} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::text::json)`);
}

function columnsOf(table: string) {
  return sql`select a.attname::text as name, t.typname::text as type,
      p.relname::text as parent, b.attname::text as target
    from pg_attribute a join pg_type t on t.oid = a.atttypid
    left join pg_constraint f on f.conrelid = a.attrelid and f.contype = 'f'
      and a.attnum = any (f.conkey)
    left join pg_class p on p.oid = f.confrelid
    left join pg_attribute b on b.attrelid = f.confrelid and b.attnum = f.confkey[array_position(f.conkey, a.attnum)]
    where a.attrelid = ${`"${table}"`}::text::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    order by a.attnum`;
}

function madeUp(
  table: string,
  { name, type, parent, target }: z.infer<typeof columns>[number],
  n: number,
  filled: ReadonlyMap<string, readonly Row[]>,
): unknown {
  if (parent !== null) return filled.get(parent)?.[n]?.[target ?? ''];
  if (name === 'filename' || name === 'original') return `${table}-${name}-${n}.webp`;
  const values: Record<string, unknown> = {
    uuid: randomUUID(),
    text: `${table} ${name} ${n}: "Zoë", \\ 💊\n\u2028 'x'`,
    int4: 2_000_000_000 + n,
    int8: 9_007_199_254_740_000 + n,
    float8: n + 0.1,
    bool: n % 2 === 0,
    timestamptz: `2026-03-0${n + 1}T10:20:30.123456+02:00`,
    date: `2026-03-0${n + 1}`,
    jsonb: { words: ['Zoë', null], number: 0.1, nested: { n } },
    _text: [`a,${n}`, '"b"', ''],
    _date: ['2026-01-01', '2024-02-29'],
    _uuid: [randomUUID(), randomUUID()],
  };
  if (!(type in values)) throw new Error(`No value of the type ${type} is known here.`);
  return values[type];
}

function namesIn(filled: ReadonlyMap<string, readonly Row[]>, table: string, column: string) {
  return (filled.get(table) ?? []).map((row) => `${row.account_id}/${row[column]}`);
}
