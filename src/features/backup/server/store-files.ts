import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { BackupRefused, fileEntry } from './manifest.ts';
import { hashing, type OpenBackup } from './open-backup.ts';

/** Number of concurrent writes; each mostly waits for the disk. */
const AT_ONCE = 4;

interface Place {
  readonly store: FileStore;
  readonly incoming: string;
}

/**
 * Stores every file of the backup, a few at a time. Adds each name to `stored` before its write
 * starts. If the promise rejects, no write is in progress any more.
 */
export async function storeFiles(
  backup: OpenBackup,
  place: Place,
  stored: string[],
): Promise<void> {
  await mkdir(place.incoming, { recursive: true });
  const sums = new Map(backup.manifest.entries.map(({ name, sha256 }) => [name, sha256]));
  const left = backup.manifest.files.toReversed();
  const lane = async () => {
    try {
      for (let name = left.pop(); name !== undefined; name = left.pop()) {
        stored.push(name);
        await storeFile(backup, place, name, sums.get(fileEntry(name)));
      }
    } catch (error) {
      left.length = 0;
      throw error;
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, lane));
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
}

async function storeFile(
  { zip }: OpenBackup,
  { store, incoming }: Place,
  name: string,
  sha256: string | undefined,
): Promise<void> {
  const path = join(incoming, randomUUID());
  const hash = createHash('sha256');
  try {
    const content = hashing(await zip.read(fileEntry(name)), hash);
    await writeFile(path, content, { flag: 'wx', mode: 0o600 });
    if (hash.digest('hex') !== sha256) {
      throw new BackupRefused('The backup was changed while it was being restored.');
    }
    await store.put(path, name);
  } finally {
    await rm(path, { force: true });
  }
}
