import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { sync } from '#platform/server/storage/file-store.ts';
import { BackupRefused } from './manifest.ts';

/** Name pattern of files that an interrupted backup leaves behind. */
export const UNFINISHED = /^\.grand-.+\.unfinished$/;

/**
 * Lets `write` fill a new file at `path`, readable only by its owner. The file appears only when
 * all of its content is synced to disk.
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
    // Skipped on Windows, which cannot open a folder and does not need this sync.
    if (process.platform !== 'win32') await sync(folder);
  } catch (error) {
    output.destroy();
    await handle.close().catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}
