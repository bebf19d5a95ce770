import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '#kit/shared/refusal.ts';

/** Everything that is kept as a file lies below this. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Where files lie while they are received and remade: on the disk on which they will be kept. */
export function incomingFolder(dataDir: string): string {
  return join(uploadsFolder(dataDir), 'incoming');
}

/** Makes the folder; throws a 507 while less than `reserveBytes` would be left beside it. */
export async function readyToReceive(folder: string, reserveBytes: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < reserveBytes) {
    throw new Refusal(507, 'There is no room for more pictures on the server.');
  }
}

/** Removes what a killed process left behind: everything last written to before `limit`. */
export async function removeLeftovers(folder: string, limit: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => undefined);
    if (written !== undefined && written.mtime < limit) await rm(path, { force: true });
  }
}
