import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#database/connect.ts';
import { noteThumbnail, type PictureFiles, storePicture } from '#features/pictures/server.ts';
import type { Outbound } from '#kit/server/outbound/fetch.ts';
import { ensureFreeSpace } from '#kit/server/storage/temp-files.ts';

/** A picture that is stored, and whose row is yet to be written. */
export type Thumbnail = Awaited<ReturnType<typeof storePicture>>;

/** Who asks a provider, and with what. */
export interface Asking {
  readonly outside: Outbound;
  readonly files: PictureFiles;
  readonly reserveBytes: number;
  /** How long all that a provider is asked may take; 2.5 seconds unless told. */
  readonly patienceMs?: number | undefined;
  readonly accountId: string;
  readonly now: Date;
}

/** In pixels: sharp on a card of the tablet's grid. */
const LONG_SIDE = 640;

const MOST_BYTES = 5_000_000;

/** Whatever the patience of who asks. */
const LONGEST_MS = 30_000;

/** Fetches the picture and makes one of our own of it; undefined when that does not work. */
export async function keptThumbnail(
  url: string,
  { outside, files, reserveBytes, ...whose }: Asking,
  signal: AbortSignal,
): Promise<Thumbnail | undefined> {
  const path = join(files.incoming, randomUUID());
  try {
    const { body } = await outside.read(url, {
      accept: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
      mostBytes: MOST_BYTES,
      withinMs: LONGEST_MS,
      signal,
      wantsBody: ({ status }) => status === 200,
    });
    if (body === undefined) return undefined;
    await ensureFreeSpace(files.incoming, reserveBytes);
    await writeFile(path, body, { flag: 'wx', mode: 0o600 });
    return await storePicture(files, path, LONG_SIDE, whose);
  } catch {
    // A video is as good without its picture.
    return undefined;
  } finally {
    await rm(path, { force: true });
  }
}

/** Writes the row of the thumbnail; one that a sweep has just removed is none. */
export async function noted<Said extends { readonly thumbnail?: Thumbnail | undefined }>(
  db: Db,
  files: PictureFiles,
  about: Said,
): Promise<Omit<Said, 'thumbnail'> & { readonly thumbnail?: Thumbnail | undefined }> {
  const { thumbnail, ...rest } = about;
  if (thumbnail === undefined) return about;
  return (await noteThumbnail(db, files.store, thumbnail)) ? about : rest;
}
