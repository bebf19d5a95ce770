import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { PictureFiles } from '#features/pictures/server.ts';
import { reserveSpace } from '#platform/server/storage/temp-files.ts';
import type { UploadedFile } from '#platform/shared/endpoint.ts';
import { photoRefusal } from '../refusals.ts';
import type { UploadRow } from './upload-rows.ts';

export interface PieceFiles extends PictureFiles {
  /** Bytes that stay free on the disk where chunks are joined. */
  readonly reserveBytes: number;
}

/**
 * Joins the chunks of an upload into one file, passes it to `work`, and deletes it afterwards.
 * Throws a 409 if the content is not the announced one, and a 507 if disk space is short.
 */
export async function putTogether<T>(
  { incoming, reserveBytes, store }: PieceFiles,
  { accountId, name, bytes, sha256 }: UploadRow,
  pieces: readonly string[],
  work: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const room = await reserveSpace(incoming, reserveBytes, bytes);
  const path = join(incoming, randomUUID());
  const hash = createHash('sha256');
  async function* all() {
    for (const filename of pieces) {
      const piece = await store.open(`${accountId}/${filename}`);
      // The chunk is missing, for example in a restored store.
      if (piece === undefined) throw photoRefusal('photo-damaged');
      for await (const chunk of piece) {
        hash.update(chunk);
        await room.take(chunk.length);
        yield chunk;
      }
    }
  }
  try {
    await pipeline(all, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    if (hash.digest('hex') !== sha256) throw photoRefusal('photo-damaged');
    return await work({ name, path, bytes, sha256 });
  } finally {
    room.leave();
    await rm(path, { force: true });
  }
}

export async function removePieceFiles(
  { store }: Pick<PictureFiles, 'store'>,
  accountId: string,
  filenames: readonly string[],
): Promise<void> {
  for (const filename of filenames) await store.remove(`${accountId}/${filename}`);
}
