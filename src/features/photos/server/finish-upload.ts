import type { CallerContext } from '#platform/server/feature.ts';
import type { UploadedFile } from '#platform/shared/endpoint.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import type { Photo } from '../contract.ts';
import { photoRefusal } from '../refusals.ts';
import { asPhoto, findPhoto } from './photo-rows.ts';
import { type PieceFiles, putTogether, removePieceFiles } from './piece-files.ts';
import { receivePhoto } from './receive-photo.ts';
import { receivingInto } from './receiving-context.ts';
import {
  changeUpload,
  findUpload,
  piecesOf,
  removePieceRows,
  removeUpload,
  type UploadRow,
} from './upload-rows.ts';

/**
 * Joins the chunks and receives the result like any photo. The transaction that adds the photo also
 * stores its id in the upload, so that a repeated request returns the same answer.
 */
export async function finishUpload(
  files: PieceFiles,
  context: CallerContext,
  { key, caption }: { key: string; caption: string },
): Promise<{ photo: Photo | null }> {
  const upload = await uploadOf(context, key);
  if (upload === undefined) throw photoRefusal('no-such-upload');
  if (upload.photoId !== null) return photoOf(context, upload.photoId);
  const { accountId, bytes, received } = upload;
  if (received < bytes) throw photoRefusal('wrong-offset', { more: { offset: received } });
  const { database } = context;
  const pieces = await database.inHousehold(accountId, (db) => piecesOf(db, upload));
  try {
    const photo = await putTogether(files, upload, pieces, (file) =>
      asAny(files, context, { upload, file, caption }),
    );
    context.afterwards('pieces of a photo', () => removePieceFiles(files, accountId, pieces));
    return { photo };
  } catch (error) {
    // After a server error a retry may succeed with the same chunks.
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const current = await uploadOf(context, key);
    // A concurrent request has completed the upload.
    if (current !== undefined && current.photoId !== null) return photoOf(context, current.photoId);
    const gone = await database.inHousehold(accountId, (db) => removeUpload(db, upload));
    context.afterwards('pieces of a photo', () => removePieceFiles(files, accountId, gone ?? []));
    throw error;
  }
}

function uploadOf({ database, account }: CallerContext, key: string) {
  return database.inHousehold(account.id, (db) => findUpload(db, { accountId: account.id, key }));
}

async function photoOf({ database, account }: CallerContext, id: string) {
  const row = await database.inHousehold(account.id, (db) => findPhoto(db, account.id, id));
  return { photo: row === undefined ? null : asPhoto(row) };
}

interface Whole {
  readonly upload: UploadRow;
  readonly file: UploadedFile;
  readonly caption: string;
}

/** Receives the photo as if it had come in one request. */
async function asAny(
  files: PieceFiles,
  context: CallerContext,
  { upload, file, caption }: Whole,
): Promise<Photo> {
  const into = await receivingInto(context, files, upload.albumId);
  return receivePhoto(
    { file, words: caption },
    {
      ...into,
      uploadKey: upload.key,
      async note(db, photoId) {
        await removePieceRows(db, upload);
        const wasThere = await changeUpload(db, upload, { photoId, touchedAt: context.now });
        // Without a row, the upload was cancelled meanwhile.
        if (!wasThere) throw photoRefusal('no-such-upload');
        await into.note(db, photoId);
      },
    },
  );
}
