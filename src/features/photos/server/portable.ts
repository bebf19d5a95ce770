import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { notePictures, type PictureFiles } from '#features/pictures/server.ts';
import {
  archived,
  type FileToTake,
  type Reading,
  type TablePart,
  type TakingIn,
  type Written,
} from '#platform/server/archive/portable.ts';
import { LineRefused, text } from '#platform/server/archive/portable-fields.ts';
import { addRows, inPages } from '#platform/server/archive/table-rows.ts';
import { MAX_PHOTO_BYTES, TOO_LARGE } from '../limits.ts';
import { photosIn } from './photo-rows.ts';
import { type StoredPhoto, storePhoto } from './receive-photo.ts';

/** Rows that are counted at least, so that an error can name their number. */
const MIN_COUNTED = 50_000;

type PhotoRow = typeof photos.$inferSelect;

/** Exports albums and original photos; the displayed sizes are generated again at the import. */
export function photosInArchive(files: PictureFiles): TablePart {
  return { name: 'photos', version: 1, tables: [albumsInArchive, photosOfAlbums(files)] };
}

const albumsInArchive = archived(photoAlbums, {
  name: 'albums',
  kind: 'album',
  order: [photoAlbums.createdAt, photoAlbums.id],
  fields: { name: text(200).min(1), description: text(2_000) },
  // The album that a new household has from the start is removed before the import.
  before: 'cleared',
  keepsOut: { words: 'albums', most: 1 },
  restoring: { mostRows: MIN_COUNTED, takes: () => ({ albums: 1 }) },
});

const fileName = z
  .string()
  .max(200)
  .regex(/^photos\/[a-z0-9-]+\/[a-z0-9-]+\.[a-z]+$/, 'This is no name of a photo.');

function photosOfAlbums(files: PictureFiles) {
  return archived(photos, {
    name: 'photos',
    order: [photos.order],
    within: 'albumId',
    source: photosWithFiles,
    without: [
      ...(['filename', 'thumbnails', 'originalHash', 'originalType'] as const),
      ...(['originalBytes', 'width', 'height'] as const),
    ],
    fields: {
      original: { name: 'file', is: fileName },
      originalName: text(1_000).min(1),
      caption: text(4_000),
      // Exported only for people who read the archive; the import reads the time from the photo
      // file.
      takenAt: text(40),
    },
    keepsOut: { words: 'photos' },
    // Files of the displayed sizes are deleted with their rows in `pictures`.
    removing: { file: photos.original },
    restoring: {
      mostRows: ({ photos: most }) => Math.max(MIN_COUNTED, most),
      takes: (_, bytes) => ({ photos: 1, gigabytes: bytes / 1_000_000_000 }),
      files: {
        of: ({ file }) => fileName.parse(file),
        takeIn: (file, context) => takeIn(file, files, context),
      },
      complete: (row, { taken }) => ({ ...row, ...taken<StoredPhoto>(row.original).columns }),
      once: ({ originalHash }) => ['photo', originalHash, 'this photo is there twice'],
      async store(db, all, { accountId, now, everyTaken }) {
        await addRows(db, photos, all);
        const shown = everyTaken<StoredPhoto>().flatMap(({ pictures }) => pictures);
        await notePictures(
          db,
          shown.map((picture) => ({ ...picture, accountId, createdAt: now, purpose: 'photo' })),
        );
      },
    },
  });
}

async function* photosWithFiles(reading: Reading): AsyncGenerator<Written> {
  const { read, accountId, numbers } = reading;
  const albums = await read((db) =>
    db
      .select()
      .from(photoAlbums)
      .where(eq(photoAlbums.accountId, accountId))
      .orderBy(asc(photoAlbums.createdAt), asc(photoAlbums.id)),
  );
  for (const { id, name } of albums) {
    const known = numbers.of('album', id);
    if (known !== null) yield* photosOf(reading, { id, known, name });
  }
}

/**
 * Gives each photo a readable file name, valid on every file system, in the folder of its album.
 */
async function* photosOf(
  { read, accountId, numbers }: Reading,
  { id, known, name }: { id: string; known: number; name: string },
) {
  const folder = `photos/${padded(known, 2)}${plain(name)}`;
  const pages = inPages<PhotoRow>((last, limit) =>
    read((db) => photosIn(db, accountId, id, { after: last?.order, limit })),
  );
  let place = 0;
  for await (const one of pages) {
    // Skipped if it was exported already: a photo can appear twice if it is moved during the
    // export.
    if (numbers.of('photo', one.id) !== null) continue;
    numbers.give('photo', one.id);
    place += 1;
    const [stem = ''] = one.originalName.split(/\.[^.]*$/);
    const file = `${folder}/${padded(place, 4)}${plain(stem)}.${endingOf(one.originalType)}`;
    yield { row: { ...one, original: file }, file: { name: file, kept: one.original } };
  }
}

function padded(place: number, digits: number): string {
  return String(place).padStart(digits, '0');
}

const MAX_STEM_LENGTH = 40;

function plain(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_STEM_LENGTH)
    .replace(/^-|-$/g, '');
  return words === '' ? '' : `-${words}`;
}

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

function endingOf(type: string): string {
  return ENDINGS[type] ?? 'bin';
}

/** Imports a photo with the same checks and sizes as for an upload. */
async function takeIn(
  { name, path, bytes, sha256 }: FileToTake,
  files: PictureFiles,
  { accountId, storing }: TakingIn,
): Promise<StoredPhoto> {
  if (bytes > MAX_PHOTO_BYTES) throw new LineRefused(TOO_LARGE);
  return storePhoto({ name, path, bytes, sha256 }, { files, accountId, storing });
}
