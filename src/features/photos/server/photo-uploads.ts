import { randomUUID } from 'node:crypto';
import type { PictureFiles } from '#features/pictures/server.ts';
import {
  type CallerContext,
  type Feature,
  feature,
  type JobContext,
} from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { UploadedFile } from '#platform/shared/endpoint.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { notFound, tryAgain } from '#platform/shared/refusals.ts';
import { checkChunk } from '../domain/chunks.ts';
import { photoRefusal } from '../refusals.ts';
import { photoUploadCalls } from '../upload-contract.ts';
import { finishUpload } from './finish-upload.ts';
import { isAlbum } from './photo-rows.ts';
import { removePieceFiles } from './piece-files.ts';
import { requirePhotoQuota } from './quota.ts';
import { refuseKnown } from './receive-photo.ts';
import {
  addPieceRow,
  addUpload,
  changeUpload,
  endedUploads,
  findUpload,
  holdUpload,
  refuseWhenAllAreFull,
  refuseWhenFull,
  removeUpload,
  type UploadRow,
  type WhichUpload,
} from './upload-rows.ts';

/** Number of uploads that are read at once. */
const MAX_CONCURRENT = 200;

/**
 * Resumable uploads, following the core of the tus protocol. The store cannot append to files, so
 * each chunk is a separate file, which counts once its row is written.
 */
export function photoUploadsFeature(files: PictureFiles, reserveBytes: number): Feature {
  const store = { ...files, reserveBytes };
  return feature(
    photoUploadCalls,
    {
      begin: {
        outsideTransaction: ({ params, body }, context) =>
          begin(files, { ...body, albumId: params.albumId }, context),
      },

      addPiece: {
        outsideTransaction: ({ params, query, file }, context) =>
          addPiece(files, context, { key: params.key, start: query.start, file }),
      },

      finish: {
        outsideTransaction: ({ params, body }, context) =>
          finishUpload(store, context, { key: params.key, caption: body.caption }),
      },

      stop: {
        async outsideTransaction({ params }, { database, account, afterwards }) {
          const which = { accountId: account.id, key: params.key };
          const gone = await database.inHousehold(account.id, (db) => removeUpload(db, which));
          if (gone === undefined) throw photoRefusal('no-such-upload');
          afterwards('pieces of a photo', () => removePieceFiles(files, account.id, gone));
          return undefined;
        },
      },
    },
    [
      {
        name: 'photos that never came whole',
        everyMs: 10 * MINUTE_MS,
        run: (parts: JobContext) => forgetUnfinished(parts, files),
      },
    ],
  );
}

type Wanted = Pick<UploadRow, 'key' | 'albumId' | 'name' | 'bytes' | 'sha256'>;

async function begin(
  files: PictureFiles,
  wanted: Wanted,
  { database, account, limits, now, afterwards }: CallerContext,
) {
  const which = { accountId: account.id, key: wanted.key };
  const known = await database.inHousehold(account.id, async (db) => {
    if (!(await isAlbum(db, account.id, wanted.albumId))) throw notFound();
    const upload = await findUpload(db, which);
    return upload && isSame(upload, wanted) ? upload : undefined;
  });
  if (known !== undefined) return { offset: known.received };
  const growing = { ...which, bytes: wanted.bytes, received: 0 };
  await refuseWhenAllAreFull(database, growing);
  const { offset, replaced } = await database.inHousehold(account.id, async (db) => {
    await refuseKnown(db, account.id, wanted.sha256);
    await requirePhotoQuota(db, { ...growing, uploadKey: wanted.key }, limits);
    await refuseWhenFull(db, growing);
    const replaced = await removeUpload(db, which);
    const added = await addUpload(db, { ...wanted, accountId: account.id, touchedAt: now });
    if (added === undefined) throw tryAgain();
    return { offset: added.received, replaced: replaced ?? [] };
  });
  afterwards('replaced chunks of a photo', () => removePieceFiles(files, account.id, replaced));
  return { offset };
}

function isSame(upload: UploadRow, { albumId, bytes, sha256 }: Wanted): boolean {
  return upload.albumId === albumId && upload.bytes === bytes && upload.sha256 === sha256;
}

/**
 * Stores the file of a chunk first, then its row. If the row is rejected, the file is deleted
 * again.
 */
async function addPiece(
  files: PictureFiles,
  { database, account, limits, now }: CallerContext,
  { key, start, file }: { key: string; start: number; file: UploadedFile },
) {
  const which = { accountId: account.id, key };
  const piece = { start, bytes: file.bytes };
  const found = await database.inHousehold(account.id, (db) => findUpload(db, which));
  const { bytes } = refuseUnlessNext(found, piece);
  const growing = { ...which, bytes, received: start + file.bytes };
  await refuseWhenAllAreFull(database, growing);
  const filename = `${randomUUID()}.piece`;
  await files.store.put(file.path, `${account.id}/${filename}`);
  try {
    return await database.inHousehold(account.id, async (db) => {
      await requirePhotoQuota(db, { ...growing, bytes: growing.received, uploadKey: key }, limits);
      await refuseWhenFull(db, growing);
      refuseUnlessNext(await holdUpload(db, which), piece);
      const offset = growing.received;
      await addPieceRow(db, { ...which, start, filename });
      await changeUpload(db, which, { received: offset, touchedAt: now });
      return { offset };
    });
  } catch (error) {
    // After a connection error it is unknown whether the row exists, so the file is left to the
    // sweep.
    const isTooLate = error instanceof Refusal && error.status < 500;
    if (isTooLate) await removePieceFiles(files, account.id, [filename]);
    throw error;
  }
}

function refuseUnlessNext(
  upload: UploadRow | undefined,
  piece: Parameters<typeof checkChunk>[1],
): UploadRow {
  if (upload === undefined) throw photoRefusal('no-such-upload');
  const verdict = checkChunk(upload, piece);
  if (verdict === 'wrong-size') throw photoRefusal('wrong-piece');
  if (verdict === 'next') return upload;
  throw photoRefusal('wrong-offset', { more: { offset: upload.received } });
}

/** Deletes the row first, then the files. If that fails, the sweep deletes the remaining files. */
async function forgetUnfinished(
  { database, each, now }: JobContext,
  files: PictureFiles,
): Promise<void> {
  const by = now();
  const old = byPages<WhichUpload>(MAX_CONCURRENT, (after) =>
    endedUploads(database, by, after, MAX_CONCURRENT),
  );
  const ownerOf = ({ accountId }: WhichUpload) => ({ key: accountId, accountId });
  await each(old, ownerOf, async (which) => {
    const gone = await database.asSystem((db) => removeUpload(db, which, by));
    await removePieceFiles(files, which.accountId, gone ?? []);
  });
}
