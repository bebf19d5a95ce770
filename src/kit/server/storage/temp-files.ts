import files, { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noRoomForPictures } from '#kit/shared/refusals.ts';

/** Everything that is kept as a file lies below this. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Where files lie while they are received and remade: on the disk on which they will be kept. */
export function incomingFolder(dataDir: string): string {
  return join(uploadsFolder(dataDir), 'incoming');
}

/** How much of an upload comes in between two looks at the disk. */
const BYTES_BETWEEN_LOOKS = 4 * 1024 ** 2;

/** An upload under way in this process. */
interface Coming {
  /** What it may still write before somebody looks again. */
  bytes: number;
}

/** By folder: all that is being received there. */
const underWay = new Map<string, Set<Coming>>();

function stillToCome(folder: string): number {
  let bytes = 0;
  for (const coming of underWay.get(folder) ?? []) bytes += coming.bytes;
  return bytes;
}

/**
 * Makes the folder; throws a 507 while less than `reserveBytes` would be left beside it when all that
 * is being received has come.
 */
export async function ensureFreeSpace(folder: string, reserveBytes: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  // By the module's object, where a test can put a fuller disk.
  const { bavail, bsize } = await files.statfs(folder);
  if (bavail * bsize - stillToCome(folder) < reserveBytes) {
    throw noRoomForPictures();
  }
}

/** The room on the disk for one upload: looked at before it comes, and again and again meanwhile. */
export interface SpaceReservation {
  /** To be called with what has come, before it is written; throws a 507 when the reserve would go. */
  take(bytes: number): Promise<void>;
  /** The upload has ended. */
  leave(): void;
}

/** `announced` is how many bytes its sender says will come; 0 of one who does not say it. */
export async function reserveSpace(
  folder: string,
  reserveBytes: number,
  announced: number,
): Promise<SpaceReservation> {
  const coming: Coming = { bytes: announced === 0 ? BYTES_BETWEEN_LOOKS : announced };
  const here = underWay.get(folder) ?? new Set();
  underWay.set(folder, here.add(coming));
  const leave = () => {
    here.delete(coming);
    if (here.size === 0) underWay.delete(folder);
  };
  let sinceLook = 0;
  try {
    await ensureFreeSpace(folder, reserveBytes);
  } catch (error) {
    leave();
    throw error;
  }
  return {
    leave,
    async take(bytes) {
      if (announced > 0) coming.bytes = Math.max(0, coming.bytes - bytes);
      sinceLook += bytes;
      if (sinceLook < BYTES_BETWEEN_LOOKS) return;
      sinceLook = 0;
      await ensureFreeSpace(folder, reserveBytes);
    },
  };
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
