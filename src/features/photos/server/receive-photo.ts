import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import {
  type NotedPicture,
  notePhotoPictures,
  type PictureFiles,
} from '#features/pictures/server.ts';
import type { CallerContext, UnitOfWork } from '#platform/server/feature.ts';
import { encodeInSizes, type InSizes } from '#platform/server/storage/images.ts';
import type { ReceivedFile, UploadedFile } from '#platform/shared/endpoint.ts';
import { isRefusal, type Refusal } from '#platform/shared/refusal.ts';
import { type KitRefusal, notFound, tryAgain } from '#platform/shared/refusals.ts';
import type { Photo } from '../contract.ts';
import { HEAD_BYTES, heifAdvice, heifKind } from '../domain/heif.ts';
import { DISPLAY_LONG_SIDE, THUMBNAIL_LONG_SIDES } from '../domain/sizes.ts';
import { takenAtIn } from '../domain/taken-at.ts';
import { photoRefusal } from '../refusals.ts';
import { countIn } from './ordering.ts';
import { asPhoto, lockAlbum } from './photo-rows.ts';
import { requirePhotoQuota } from './quota.ts';

type PhotoRow = typeof photos.$inferSelect;

export interface Receiving extends Pick<UnitOfWork, 'change'>, Pick<CallerContext, 'limits'> {
  readonly database: Database;
  readonly files: PictureFiles;
  readonly accountId: string;
  readonly albumId: string;
  readonly now: Date;
  /** Key of the chunked upload of the photo. */
  readonly uploadKey?: string;
  /** Records the addition of a photo in the transaction that adds it. */
  note(db: Db, photoId: string): Promise<void>;
}

/** Maximum length of a file name; devices may send names of any length. */
const MAX_NAME_LENGTH = 255;

type Captioned = Pick<Extract<ReceivedFile, { file: object }>, 'file' | 'words'>;

/**
 * Generates the sizes, stores the files and then writes the rows, so that a row never refers to a
 * missing file.
 */
export async function receivePhoto(
  { file, words: caption }: Captioned,
  into: Receiving,
): Promise<Photo> {
  const { database, accountId } = into;
  await database.inHousehold(accountId, async (db) => {
    await refuseKnown(db, accountId, file.sha256);
    await requirePhotoQuota(db, { ...into, bytes: file.bytes }, into.limits);
  });
  return noted({ ...file, caption }, await storePhoto(file, into), into);
}

/** A photo with stored files, whose rows are not written yet. */
export interface StoredPhoto {
  readonly pictures: readonly NotedPicture[];
  readonly columns: Pick<
    PhotoRow,
    | 'filename'
    | 'thumbnails'
    | 'original'
    | 'originalHash'
    | 'originalType'
    | 'originalBytes'
    | 'width'
    | 'height'
    | 'takenAt'
  >;
}

interface Storing extends Pick<Receiving, 'files' | 'accountId'> {
  /** Called before each file is stored. */
  storing?(kept: string): void;
}

/** Generates the sizes of a photo and stores them with the original. */
export async function storePhoto(
  file: UploadedFile,
  { files, accountId, storing = () => undefined }: Storing,
): Promise<StoredPhoto> {
  const sizes = [DISPLAY_LONG_SIDE, ...THUMBNAIL_LONG_SIDES] as const;
  const made = await encodeInSizes(file.path, sizes, files.incoming).catch(async (error) => {
    if (isRefusal<KitRefusal>(error, 'damaged-picture')) {
      throw photoRefusal('unreadable-photo', error.message);
    }
    throw isRefusal<KitRefusal>(error, 'not-a-picture') ? await noPhoto(file) : error;
  });
  const original = `${file.sha256}.original`;
  const put = async (path: string, kept: string) => {
    storing(kept);
    await files.store.put(path, `${accountId}/${kept}`);
  };
  try {
    await put(file.path, original);
    for (const { path, sha256 } of made.pictures) await put(path, `${sha256}.webp`);
  } finally {
    await Promise.all(made.pictures.map(({ path }) => rm(path, { force: true })));
  }
  return asStored(file, made, original);
}

function asStored(file: UploadedFile, made: InSizes, original: string): StoredPhoto {
  const pictures = made.pictures.map(({ sha256, width, height, bytes }) => {
    return { filename: `${sha256}.webp`, width, height, bytes };
  });
  const [shown, ...smaller] = pictures;
  if (shown === undefined) throw new Error('no picture was made');
  return {
    pictures,
    columns: {
      filename: shown.filename,
      thumbnails: smaller.map(({ filename }) => filename).reverse(),
      original,
      originalHash: file.sha256,
      originalType: made.type,
      originalBytes: file.bytes,
      width: shown.width,
      height: shown.height,
      takenAt: takenAtIn(made.exif),
    },
  };
}

/** Writes all rows of the photo, at the end of its album. */
async function noted(
  file: UploadedFile & { caption: string },
  { pictures, columns }: StoredPhoto,
  { change, files, accountId, albumId, now, limits, uploadKey, note }: Receiving,
): Promise<Photo> {
  const rows = pictures.map((picture) => ({ ...picture, accountId, createdAt: now }));
  return change(accountId, async (db, changed) => {
    // Checks the quota again under the lock, because other photos may have arrived meanwhile.
    await requirePhotoQuota(db, { accountId, bytes: file.bytes, uploadKey }, limits);
    if (!(await lockAlbum(db, accountId, albumId))) throw notFound();
    const row: PhotoRow = {
      id: randomUUID(),
      accountId,
      albumId,
      ...columns,
      originalName: nameOf(file),
      caption: file.caption,
      order: await countIn(db, accountId, albumId),
      uploadedAt: now,
    };
    const added = await db
      .insert(photos)
      .values(row)
      .onConflictDoNothing({ target: [photos.accountId, photos.originalHash] })
      .returning({ id: photos.id });
    if (added.length === 0) {
      await refuseKnown(db, accountId, file.sha256);
      throw tryAgain();
    }
    const from = { accountId, filename: columns.original };
    if (!(await notePhotoPictures(db, files.store, rows, from))) {
      throw tryAgain();
    }
    await note(db, row.id);
    changed({ answers: 'photos' });
    return asPhoto(row);
  });
}

/** Throws a 409 with the id of the household's photo with that hash, if it exists. */
export async function refuseKnown(db: Db, accountId: string, hash: string): Promise<void> {
  const [known] = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.accountId, accountId), eq(photos.originalHash, hash)));
  if (known) throw photoRefusal('photo-already-there', { more: { id: known.id } });
}

async function noPhoto({ path, bytes }: UploadedFile): Promise<Refusal> {
  if (bytes === 0) return photoRefusal('unreadable-photo', 'This file is empty.');
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const kind = heifKind(buffer);
    const sentence = kind
      ? `Photos of the kind ${kind} cannot be read here. ${heifAdvice(kind)}`
      : 'Please choose a JPG, PNG, GIF or WebP picture.';
    return photoRefusal('unreadable-photo', sentence);
  } finally {
    await handle.close();
  }
}

/** Returns the device's file name without control characters. */
function nameOf({ name }: UploadedFile): string {
  const plain = name.replace(/\p{Cc}/gu, '').trim();
  return [...plain].slice(0, MAX_NAME_LENGTH).join('') || 'Photo';
}
