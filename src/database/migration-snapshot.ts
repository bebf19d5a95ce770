import { constants } from 'node:fs';
import files, { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnusableDatabase } from './database.ts';

/** Folder of the copies, in the data folder. */
const FOLDER = 'before-update';

/** Number of copies that are retained. */
const KEPT = 2;

/**
 * Free disk space required in addition to the size of the copy, because the migration also writes.
 */
const RESERVE_BYTES = 100_000_000;

/** File name suffix of an incomplete copy. */
const PARTIAL = '.partial';

/**
 * Makes a snapshot before a migration and returns its path,
 * `<dataDir>/before-update/<time><ending>`. `write` creates the snapshot at a temporary path, so
 * that an incomplete one never has the final name. Deletes the oldest snapshots.
 */
export async function saveBeforeMigration(
  { dataDir, now, ending = '' }: { dataDir: string; now: Date; ending?: string },
  write: (partial: string) => Promise<void>,
): Promise<string> {
  const snapshots = join(dataDir, FOLDER);
  await files.mkdir(snapshots, { recursive: true, mode: 0o700 });
  for (const name of await readdir(snapshots)) {
    if (name.endsWith(PARTIAL)) await rm(join(snapshots, name), { recursive: true });
  }
  const name = `${now.toISOString().slice(0, 19).replaceAll(':', '-')}${ending}`;
  const partial = join(snapshots, `${name}${PARTIAL}`);
  try {
    await write(partial);
    await sync(partial);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  const kept = join(snapshots, name);
  await rename(partial, kept);
  await syncOne(snapshots);
  await forgetOld(snapshots);
  return kept;
}

/**
 * Copies the folder of the closed database, so that an earlier version can be started on the copy.
 * Throws `UnusableDatabase` if disk space is short; the database is unchanged then.
 */
export function copyBeforeMigration(dataDir: string, folder: string, now: Date): Promise<string> {
  return saveBeforeMigration({ dataDir, now }, async (partial) => {
    await requireRoom(dirname(partial), await sizeOf(folder));
    try {
      // On a copy-on-write file system the copy shares its blocks with the original.
      await files.cp(folder, partial, { recursive: true, mode: constants.COPYFILE_FICLONE });
    } catch (error) {
      throw notKept(error);
    }
  });
}

export function notKept(error: unknown): UnusableDatabase {
  return new UnusableDatabase(
    `The database could not be copied before it is brought up to date, so nothing was changed: ${sentenceOf(error)}`,
  );
}

/** Returns the free bytes on the disk, and the bytes that a snapshot of this size needs. */
export async function roomFor(folder: string, bytes: number) {
  // Called as a property of the module, so that a test can replace `statfs`.
  const { bavail, bsize } = await files.statfs(folder);
  return { needed: bytes + RESERVE_BYTES, free: bavail * bsize };
}

async function requireRoom(copies: string, bytes: number): Promise<void> {
  const { needed, free } = await roomFor(copies, bytes);
  if (free >= needed) return;
  const [neededMb, freeMb] = [Math.ceil(needed / 1_000_000), Math.floor(free / 1_000_000)];
  throw new UnusableDatabase(
    `DATA_DIR needs ${neededMb} MB of free space for a copy of the database before it is brought up to date, and has ${freeMb} MB. Nothing was changed.`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const path of await filesIn(folder)) bytes += (await stat(path)).size;
  return bytes;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

/** Syncs the copy and its folders to the disk, because the database is changed afterwards. */
async function sync(copy: string): Promise<void> {
  if ((await stat(copy)).isDirectory()) {
    const entries = await readdir(copy, { recursive: true, withFileTypes: true });
    for (const { parentPath, name } of entries) await syncOne(join(parentPath, name));
  }
  await syncOne(copy);
}

async function syncOne(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function forgetOld(copies: string): Promise<void> {
  const names = (await readdir(copies)).filter((name) => /^\d{4}-\d{2}-\d{2}T/.test(name)).sort();
  for (const name of names.slice(0, -KEPT)) await rm(join(copies, name), { recursive: true });
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
