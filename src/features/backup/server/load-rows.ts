import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { knownMigrations, migrate } from '#database/migrate.ts';
import { partitionTables } from '#database/partitions.ts';
import { BackupRefused, rowsEntry } from './manifest.ts';
import { linesOf, type OpenBackup } from './open-backup.ts';
import { leaveOut } from './purge-erased.ts';
import { columnsOf, rowsOf, type Table, tablesInOrder } from './tables.ts';

/** Limits of one statement: number of rows and approximate length of the text. */
const MAX_ROWS = 1000;
const MAX_TEXT = 1_000_000;

/**
 * Fills the empty database with the rows of the backup. For an older backup, the tables of that
 * version are created, filled and then migrated. Creates the partitions of earlier months as well;
 * this delays no other request, because the server does not serve requests yet.
 */
export async function loadRows(db: Db, backup: OpenBackup): Promise<void> {
  const { migration, gone } = backup.manifest;
  const known = knownMigrations();
  const isOlder = migration !== known.at(-1);
  if (!known.includes(migration)) {
    throw new BackupRefused(
      'The backup was made by a newer version, or by another one: restore it with that version.',
    );
  }
  if (isOlder) await goBackTo(db, migration);
  const tables = await tablesInOrder(db);
  refuseOtherTables(tables, backup);
  // Deletes rows that this server created at its first start, such as keys.
  for (const { name } of tables.toReversed()) {
    await db.execute(sql`delete from ${sql.identifier(name)}`);
  }
  for (const table of tables) await loadTable(db, table, backup);
  if (isOlder) await migrate(db);
  else await partitionTables(db, new Date());
  await leaveOut(db, gone);
}

async function goBackTo(db: Db, migration: string): Promise<void> {
  for (const { name } of await tablesInOrder(db)) {
    await db.execute(sql`drop table ${sql.identifier(name)} cascade`);
  }
  await db.execute(sql`delete from drizzle.__drizzle_migrations`);
  await migrate(db, migration);
}

function refuseOtherTables(tables: readonly Table[], { manifest }: OpenBackup): void {
  const [here, there] = [tables, manifest.tables].map((list) =>
    list
      .map(({ name }) => name)
      .sort()
      .join(),
  );
  if (here !== there) {
    throw new BackupRefused('The backup has other tables than the version that it says it is of.');
  }
}

async function loadTable(db: Db, table: Table, { zip }: OpenBackup): Promise<void> {
  let batch: string[] = [];
  let text = 0;
  for await (const line of linesOf(await zip.read(rowsEntry(table.name)))) {
    batch.push(line);
    text += line.length;
    if (batch.length < MAX_ROWS && text < MAX_TEXT) continue;
    await insert(db, table, batch);
    batch = [];
    text = 0;
  }
  if (batch.length > 0) await insert(db, table, batch);
  for (const counter of table.counters) await countOn(db, table, counter);
}

/**
 * Inserts rows as JSON that PostgreSQL itself wrote and parses, so that each type is restored
 * exactly.
 */
async function insert(db: Db, whole: Table, batch: readonly string[]): Promise<void> {
  const table = sql.identifier(whole.name);
  const columns = columnsOf(whole);
  await db.execute(sql`insert into ${table} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${table}, ${`[${batch.join(',')}]`}::text::json)`);
}

const highest = z.array(z.object({ value: z.coerce.number() }));

async function countOn(db: Db, { name }: Table, counter: string): Promise<void> {
  const table = sql.identifier(name);
  const column = sql.identifier(counter);
  const rows = await rowsOf(db, sql`select coalesce(max(${column}), 0) as value from ${table}`);
  const next = (highest.parse(rows)[0]?.value ?? 0) + 1;
  await db.execute(sql`select setval(pg_get_serial_sequence(${`"${name}"`}::text, ${counter}::text),
    ${next}::bigint, false)`);
}
