import { rm } from 'node:fs/promises';
import type { Database, Db } from '#database/connect.ts';
import { type Feature, feature, type JobContext } from '#platform/server/feature.ts';
import type { FileAnswer } from '#platform/server/http/file-replies.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { encodeImage } from '#platform/server/storage/images.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { notFound, tryAgain } from '#platform/shared/refusals.ts';
import { pictureCalls } from './contract.ts';
import { BINNED } from './server/binned-pictures.ts';
import { isOfMedication, shownFor } from './server/picture-references.ts';
import { addressOf, findPicture, type SavedPicture, savePicture } from './server/picture-rows.ts';
import { sweepFiles, sweepLeftovers, sweepPictures } from './server/sweep.ts';

export {
  putPicturesInBin,
  releaseBinned,
  takePicturesOutOfBin,
} from './server/binned-pictures.ts';
export {
  addressOf,
  findPicture,
  isPictureOf,
  releasePictures,
  type SavedPicture as NotedPicture,
  savePhotoPictures as notePhotoPictures,
  savePictures as notePictures,
  saveThumbnail as noteThumbnail,
} from './server/picture-rows.ts';
export { pictureField, picturesInArchive } from './server/portable.ts';
export { removeUnlessNoted } from './server/sweep.ts';

export interface PictureFiles {
  readonly store: FileStore;
  /** Folder of incoming files until they are stored. */
  readonly incoming: string;
}

/** Longer side of a pill picture in pixels; a tablet shows it at 400. */
const PILL_LONG_SIDE = 1200;

/** The feature with pictures in the file store; a row assigns each one to its household. */
export function picturesFeature(files: PictureFiles): Feature {
  const { store } = files;
  return feature(
    pictureCalls,
    {
      uploadPillImage: {
        async outsideTransaction({ file }, { database, account, now }) {
          const imageUrl = await keptPill(database, files, file.path, {
            accountId: account.id,
            now,
          });
          return { imageUrl };
        },
      },

      async show({ params }, { db, account, now, refusalAt }) {
        const picture = await shownPicture(db, account.id, params.filename);
        // In the grace period a reminder still shows the picture of its pill, but photos are not
        // shown.
        const refusal = picture?.purpose === 'pill' ? undefined : refusalAt(now);
        if (refusal !== undefined) throw refusal;
        if (picture === undefined) throw notFound();
        return asFile(store, account.id, picture);
      },
    },
    [
      {
        name: 'pictures that nothing names',
        everyMs: 10 * MINUTE_MS,
        run: (parts: JobContext) => sweepPictures(parts, store),
      },
      {
        name: 'leftovers of uploads',
        everyMs: 6 * HOUR_MS,
        ofProcess: true,
        run: (parts: JobContext) => sweepLeftovers(parts, files.incoming),
      },
      {
        name: 'files without a picture',
        everyMs: 6 * HOUR_MS,
        run: (parts: JobContext) => sweepFiles(parts, store),
      },
    ],
  );
}

/** Builds the file response of a picture; its content is immutable. */
export function asFile(
  store: FileStore,
  accountId: string,
  { filename, bytes }: Pick<SavedPicture, 'filename' | 'bytes'>,
): FileAnswer {
  return {
    type: 'image/webp',
    bytes,
    tag: filename,
    open: (range) => store.open(`${accountId}/${filename}`, range),
  };
}

/**
 * Returns the picture with that name if it may be served. A deleted picture may not, although its
 * file is deleted only later.
 */
async function shownPicture(db: Db, accountId: string, filename: string) {
  const picture = await findPicture(db, accountId, filename);
  if (picture?.purpose !== 'released' && picture?.purpose !== BINNED) return picture;
  const isShown =
    (await shownFor(db, accountId, filename)) !== undefined ||
    (await isOfMedication(db, accountId, filename));
  return isShown ? picture : undefined;
}

/**
 * Generates and stores a picture, then writes its row, so that a row never refers to a missing
 * file.
 */
async function keptPill(
  database: Database,
  files: PictureFiles,
  path: string,
  whose: { accountId: string; now: Date },
): Promise<string> {
  const row = await storePicture(files, path, PILL_LONG_SIDE, whose);
  if (!(await savePicture(database, files.store, { ...row, purpose: 'pill' }))) {
    throw tryAgain();
  }
  return addressOf(row.filename);
}

/**
 * Generates a picture from the file at `path` and stores it; the caller must write the returned
 * row.
 */
export async function storePicture(
  { store, incoming }: PictureFiles,
  path: string,
  longSide: number,
  { accountId, now }: { accountId: string; now: Date },
) {
  const picture = await encodeImage(path, longSide, incoming);
  const filename = `${picture.sha256}.webp`;
  const { width, height, bytes } = picture;
  try {
    await store.put(picture.path, `${accountId}/${filename}`);
  } finally {
    await rm(picture.path, { force: true });
  }
  return { accountId, filename, width, height, bytes, createdAt: now };
}
