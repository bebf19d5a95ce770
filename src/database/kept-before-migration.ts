import { constants } from 'node:fs';
import files, { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnusableDatabase } from './database.ts';

/** Beside the database, in the data folder. */
const FOLDER = 'before-update';

/** So many copies stay: of the last update, and of the one before. */
const KEPT = 2;

/** What the disk has left besides the copy: the migration writes too. */
const RESERVE_BYTES = 100_000_000;

/** A copy that is not whole yet. */
const PARTIAL = '.partial';

/**
 * Snapshot before a migration: `write` makes it at the path that it is given, and it is then there
 * whole or not at all, as `<dataDir>/before-update/<time><ending>`, which is answered. The oldest go.
 */
export async function keptBeforeMigration(
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
 * Copies the closed database `folder`: from the copy a version of before can be started again. Throws
 * an UnusableDatabase where there is no room; nothing has been changed then.
 */
export function copyBeforeMigration(dataDir: string, folder: string, now: Date): Promise<string> {
  return keptBeforeMigration({ dataDir, now }, async (partial) => {
    await requireRoom(dirname(partial), await sizeOf(folder));
    try {
      // Where the file system can (copy on write), it shares the blocks.
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

/** How many bytes a snapshot of so many would need in `folder`, and how many are free. */
export async function roomFor(folder: string, bytes: number) {
  // By the module's object, where a test can put a fuller disk.
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

/** On the disk, with its folders, before the database that it is of is touched. */
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
