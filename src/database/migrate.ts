import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { count, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Db, UnusableDatabase } from './database.ts';
import { dropFormerKeys } from './former-keys.ts';
import { createPartitions } from './partitions.ts';
import { allowOwner, enableRowSecurity } from './row-security.ts';

/**
 * Key of the advisory lock: an arbitrary number, the same in every process, so that servers that
 * start at the same time migrate one after the other.
 */
const LOCK = 7_263_114_905;

/**
 * Migrates the database within the transaction of `db`, completely or not at all. With `last`,
 * stops after the migration with that hash.
 */
export async function migrate(db: Db, last?: string): Promise<void> {
  await holdMigrations(db);
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.__drizzle_migrations
    (id serial primary key, hash text not null, created_at bigint)`);
  const newest = await newestApplied(db);
  await refuseNewer(db);
  await allowOwner(db);
  for (const migration of migrationsUpTo(last)) {
    if (migration.folderMillis <= newest) continue;
    for (const statement of migration.sql) await db.execute(sql.raw(statement));
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`);
  }
  await enableRowSecurity(db);
  await dropFormerKeys(db);
  await createPartitions(db, new Date());
}

/** Takes an advisory lock, so that no other server can migrate until this transaction ends. */
export async function holdMigrations(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${LOCK}::bigint)`);
}

function migrationsUpTo(last: string | undefined) {
  const all = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  return last === undefined ? all : all.slice(0, all.findIndex(({ hash }) => hash === last) + 1);
}

/** True if the database contains households and a migration is pending. Changes nothing. */
export async function isMigrationDue(db: Db, last?: string): Promise<boolean> {
  const tables = db
    .select({ tables: count() })
    .from(sql`pg_tables`)
    .where(
      sql`(schemaname, tablename) in (('drizzle', '__drizzle_migrations'), ('public', 'accounts'))`,
    );
  if ((await tables)[0]?.tables !== 2) return false;
  await refuseNewer(db);
  const newest = await newestApplied(db);
  if (!migrationsUpTo(last).some(({ folderMillis }) => folderMillis > newest)) return false;
  const household = db.select({ one: sql`1` }).from(sql`accounts`).limit(1);
  return (await household).length > 0;
}

export function knownMigrations(): string[] {
  return readMigrationFiles({ migrationsFolder: migrationsFolder() }).map(({ hash }) => hash);
}

/** Returns the folder next to this file in the sources, or next to the bundle in a build. */
export function migrationsFolder(): string {
  const folder = fileURLToPath(new URL('./migrations', import.meta.url));
  if (!existsSync(folder)) throw new Error(`The migrations are missing: ${folder}`);
  return folder;
}

/** Throws if a newer version has migrated the database, because its tables may differ. */
async function refuseNewer(db: Db): Promise<void> {
  const known = knownMigrations();
  const applied = await db
    .select({ hash: sql<string>`hash` })
    .from(sql`drizzle.__drizzle_migrations`);
  if (applied.some(({ hash }) => !known.includes(hash))) {
    throw new UnusableDatabase(
      'The database was brought up to date by a newer version of Grand App. Start that version, or restore a backup that this one made.',
    );
  }
}

async function newestApplied(db: Db): Promise<number> {
  const found = db
    .select({ at: sql<string | number | null>`max(created_at)` })
    .from(sql`drizzle.__drizzle_migrations`);
  return Number((await found)[0]?.at ?? 0);
}
