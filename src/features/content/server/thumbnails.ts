import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#database/connect.ts';
import { noteThumbnail, type PictureFiles, storePicture } from '#features/pictures/server.ts';
import type { Outbound } from '#platform/server/outbound/fetch.ts';
import { ensureFreeSpace } from '#platform/server/storage/temp-files.ts';

/** A stored picture file without a database row. */
export type Thumbnail = Awaited<ReturnType<typeof storePicture>>;

/** The context of a request to a provider. */
export interface Asking {
  readonly outside: Outbound;
  readonly files: PictureFiles;
  readonly reserveBytes: number;
  /** Maximum time in milliseconds for all requests; default 2.5 seconds. */
  readonly patienceMs?: number | undefined;
  readonly accountId: string;
  readonly now: Date;
}

/** Longer side of a thumbnail in pixels, enough for a sharp card on the tablet. */
const LONG_SIDE = 640;

const MAX_BYTES = 5_000_000;

/** Upper limit, also for a longer `patienceMs`. */
const MAX_DURATION_MS = 30_000;

/** Fetches a picture and stores a resized copy; undefined if that fails. */
export async function fetchThumbnail(
  url: string,
  { outside, files, reserveBytes, ...whose }: Asking,
  signal: AbortSignal,
): Promise<Thumbnail | undefined> {
  const path = join(files.incoming, randomUUID());
  try {
    const { body } = await outside.read(url, {
      accept: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
      mostBytes: MAX_BYTES,
      withinMs: MAX_DURATION_MS,
      signal,
      wantsBody: ({ status }) => status === 200,
    });
    if (body === undefined) return undefined;
    await ensureFreeSpace(files.incoming, reserveBytes);
    await writeFile(path, body, { flag: 'wx', mode: 0o600 });
    return await storePicture(files, path, LONG_SIDE, whose);
  } catch {
    // Any error is ignored, because a video works without its picture.
    return undefined;
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Writes the row of the thumbnail. Omits the thumbnail if the cleanup job has just deleted its
 * file.
 */
export async function recordThumbnail<Said extends { readonly thumbnail?: Thumbnail | undefined }>(
  db: Db,
  files: PictureFiles,
  about: Said,
): Promise<Omit<Said, 'thumbnail'> & { readonly thumbnail?: Thumbnail | undefined }> {
  const { thumbnail, ...rest } = about;
  if (thumbnail === undefined) return about;
  return (await noteThumbnail(db, files.store, thumbnail)) ? about : rest;
}
