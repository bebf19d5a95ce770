import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database, Db } from '#database/connect.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { withoutTimeLimits } from './backup-spool.ts';
import { endAccess } from './end-access.ts';
import { loadRows } from './load-rows.ts';
import { BackupRefused } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { storeFiles } from './store-files.ts';
import { rowsOf, tablesInOrder } from './tables.ts';

export interface RestoreParts {
  readonly database: Database;
  readonly store: FileStore;
  /** Folder of files until the store moves them. */
  readonly incoming: string;
  /** True if the old server was stopped for a move, so all sessions stay valid. */
  readonly isMove: boolean;
}

/**
 * Restores a verified backup into an empty server: all rows in one transaction, and all files
 * before it commits. A failure rolls back the rows and removes the files. Unless it is a move,
 * sessions are revoked and the number of elders' devices that stay paired is returned.
 */
export async function restoreBackup(
  backup: OpenBackup,
  parts: RestoreParts,
): Promise<number | undefined> {
  const stored: string[] = [];
  try {
    return await parts.database.asSystem(async (db) => {
      await withoutTimeLimits(db);
      await refuseUnlessEmpty(db, parts, backup);
      await loadRows(db, backup);
      const madeAt = new Date(backup.manifest.madeAt);
      const paired = parts.isMove ? undefined : await endAccess(db, madeAt);
      await storeFiles(backup, parts, stored);
      return paired;
    });
  } catch (error) {
    await takeBack(parts, stored);
    throw error;
  }
}

/**
 * Removes the stored files after a failure, unless the rows were committed: the connection may
 * break during the commit, and then only the database knows the outcome. Files that stay are
 * harmless, because this backup can be restored again.
 */
async function takeBack({ database, store }: RestoreParts, stored: string[]): Promise<void> {
  if (stored.length === 0) return;
  const isRolledBack = await database.asSystem(isWithoutHouseholds).catch(() => false);
  if (!isRolledBack) return;
  for (const name of stored) await store.remove(name).catch(() => undefined);
}

async function refuseUnlessEmpty(
  db: Db,
  { store }: RestoreParts,
  { manifest }: OpenBackup,
): Promise<void> {
  await holdWriters(db);
  if (!(await isWithoutHouseholds(db))) {
    throw new BackupRefused(
      'This server has households already: a backup is restored into an empty one only.',
    );
  }
  const ours = new Set(manifest.files);
  for (const household of await store.households()) {
    for await (const { name } of store.list(household)) {
      if (ours.has(name)) continue;
      throw new BackupRefused(
        `This server has files already, such as ${name}: a backup is restored into an empty one only.`,
      );
    }
  }
}

const facts = z.array(z.object({ fact: z.boolean() }));

async function isWithoutHouseholds(db: Db): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select not exists (select from accounts) and not exists (select from sign_ups) as fact`,
  );
  return isFact(rows);
}

const LOCK_ATTEMPTS = 10;

/**
 * Takes EXCLUSIVE table locks until the commit: other servers on this database can read, but their
 * writes, such as a job lease or a sign-up, wait. Either all locks are taken or none, to avoid a
 * deadlock with a server that has locked one table and needs another.
 */
async function holdWriters(db: Db): Promise<void> {
  const names = (await tablesInOrder(db)).map(({ name }) => `"${name}"`);
  await db.execute(sql`set local lock_timeout = '300ms'`);
  await db.execute(
    sql.raw(`do $$
      begin
        for attempt in 1..${LOCK_ATTEMPTS} loop
          begin
            lock table ${names.join(', ')} in exclusive mode;
            exit;
          exception when lock_not_available or deadlock_detected then
            perform pg_sleep(0.2);
          end;
        end loop;
      end
      $$`),
  );
  await db.execute(sql`set local lock_timeout = 0`);
  const held = await rowsOf(
    db,
    sql`select exists (select from pg_locks where pid = pg_backend_pid()
      and relation = 'accounts'::regclass and mode = 'ExclusiveLock') as fact`,
  );
  if (!isFact(held)) {
    throw new BackupRefused(
      'This database is written to all the time: stop the servers on it first.',
    );
  }
}

function isFact(rows: readonly unknown[]): boolean {
  return facts.parse(rows)[0]?.fact === true;
}
