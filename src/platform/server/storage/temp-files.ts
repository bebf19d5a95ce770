import files, { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noRoomForPictures } from '#platform/shared/refusals.ts';

/** Root folder of all stored files. */
export function uploadsFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** Folder for files while they are received and processed; on the same disk as the stored files. */
export function incomingFolder(dataDir: string): string {
  return join(uploadsFolder(dataDir), 'incoming');
}

/** Bytes of an upload between two checks of the free space. */
const BYTES_BETWEEN_LOOKS = 4 * 1024 ** 2;

/** A running upload of this process. */
interface Coming {
  /** Bytes that this upload may still write before the next check of the free space. */
  bytes: number;
}

const underWay = new Map<string, Set<Coming>>();

function stillToCome(folder: string): number {
  let bytes = 0;
  for (const coming of underWay.get(folder) ?? []) bytes += coming.bytes;
  return bytes;
}

/**
 * Creates the folder. Throws a 507 refusal if less than `reserveBytes` would be free after all
 * running uploads have finished.
 */
export async function ensureFreeSpace(folder: string, reserveBytes: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  // Called through the module object, so that a test can replace it.
  const { bavail, bsize } = await files.statfs(folder);
  if (bavail * bsize - stillToCome(folder) < reserveBytes) {
    throw noRoomForPictures();
  }
}

/** Disk space for one upload, checked before the upload and repeatedly during it. */
export interface SpaceReservation {
  /**
   * Must be called before received bytes are written. Throws a 507 refusal if less than the reserve
   * would be free.
   */
  take(bytes: number): Promise<void>;
  /** Must be called when the upload ends; releases its reserved space. */
  leave(): void;
}

/**
 * Reserves space for one upload. `announced` is the number of bytes that the client announced; 0 if
 * unknown.
 */
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

/** Deletes files of crashed processes: everything last written before `limit`. */
export async function removeLeftovers(folder: string, limit: Date): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const written = await stat(path).catch(() => undefined);
    if (written !== undefined && written.mtime < limit) await rm(path, { force: true });
  }
}
