import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { sync } from '#kit/server/storage/file-store.ts';
import { BackupRefused } from './manifest.ts';

/** What an interrupted backup leaves behind is called like this, and is no backup. */
export const UNFINISHED = /^\.grand-.+\.unfinished$/;

/**
 * Has `write` fill a new file at `path`, which is there when all of it is safely on the disk, and not
 * before. Nobody but its owner may read it.
 */
export async function saveBackup(
  path: string,
  write: (output: Writable) => Promise<void>,
): Promise<void> {
  if (existsSync(path)) throw new BackupRefused(`${path} is there already: choose another name.`);
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `.grand-${randomUUID()}.unfinished`);
  const handle = await open(unfinished, 'wx', 0o600);
  const output = handle.createWriteStream();
  try {
    await write(output);
    await sync(unfinished);
    await rename(unfinished, path);
    // A folder cannot be opened on Windows, and need not be.
    if (process.platform !== 'win32') await sync(folder);
  } catch (error) {
    output.destroy();
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
