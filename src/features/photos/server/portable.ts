import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { type NotedPicture, notePictures, type PictureFiles } from '#features/pictures/server.ts';
import {
  type FileToTake,
  inPages,
  LineRefused,
  type Portable,
  type Reading,
  section,
  type TakingIn,
} from '#kit/server/archive/portable.ts';
import { instant, number, text, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf, undoOf } from '#kit/server/archive/portable-undo.ts';
import { MOST_PHOTO_BYTES, TOO_LARGE } from '../limits.ts';
import { photosIn } from './photo-rows.ts';
import { type StoredPhoto, storePhoto } from './receive-photo.ts';

/** So many are counted at least, so that it can be said how many there are. */
const LEAST_COUNTED = 50_000;

const album = z.strictObject({
  number,
  name: text(200).min(1),
  description: text(2_000),
  createdAt: instant,
});

const photo = z.strictObject({
  album: number,
  file: z
    .string()
    .max(200)
    .regex(/^photos\/[a-z0-9-]+\/[a-z0-9-]+\.[a-z]+$/, 'This is no name of a photo.'),
  originalName: text(1_000).min(1),
  caption: text(4_000),
  /** For people: it is read out of the file again. */
  takenAt: text(40).nullable(),
  uploadedAt: instant,
});

type PhotoRow = typeof photos.$inferSelect;

/** Albums with their photos as they were uploaded; what is shown of these is made anew. */
export function photosInArchive(files: PictureFiles): Portable {
  return {
    name: 'photos',
    version: 1,
    async present(db, accountId) {
      const [found] = await db
        .select({ id: photos.id })
        .from(photos)
        .where(eq(photos.accountId, accountId))
        .limit(1);
      if (found !== undefined) return 'photos';
      // The one that every household begins with makes room for those of the archive.
      return (await albumsBelonging(db, accountId)).length > 1 ? 'albums' : undefined;
    },
    async clear(db, accountId) {
      await db.delete(photoAlbums).where(eq(photoAlbums.accountId, accountId));
    },
    undo: undoOf(photoAlbums),
    // Of what is shown of a photo the pictures tell.
    removals: [removalOf(photos, { file: photos.original }), removalOf(photoAlbums)],
    sections: [albumsInArchive, photosOfAlbums(files)],
  };
}

function albumsBelonging(db: Db, accountId: string) {
  return db
    .select()
    .from(photoAlbums)
    .where(eq(photoAlbums.accountId, accountId))
    .orderBy(asc(photoAlbums.createdAt), asc(photoAlbums.id));
}

const albumsInArchive = section({
  name: 'albums',
  async *rows({ read, accountId, numbers }) {
    for (const one of await read((db) => albumsBelonging(db, accountId))) {
      const { id, accountId: _, createdAt, ...rest } = one;
      const known = numbers.give('album', id);
      yield { row: { ...rest, number: known, createdAt: written(createdAt) } };
    }
  },
  restoring: {
    row: album,
    mostRows: LEAST_COUNTED,
    takes: () => ({ albums: 1 }),
    columns: ({ number: known, ...rest }: z.output<typeof album>, { accountId, ids }) => ({
      ...rest,
      accountId,
      id: ids.give('album', known),
    }),
    async store(db, all) {
      await db.insert(photoAlbums).values(all);
    },
  },
});

function photosOfAlbums(files: PictureFiles) {
  return section({
    name: 'photos',
    async *rows(reading) {
      const { read, accountId } = reading;
      const albums = await read((db) => albumsBelonging(db, accountId));
      for (const { id, name } of albums) {
        const known = reading.numbers.of('album', id);
        if (known !== null) yield* photosOf(reading, { id, known, name });
      }
    },
    restoring: {
      row: photo,
      mostRows: ({ photos: most }) => Math.max(LEAST_COUNTED, most),
      takes: (_, bytes) => ({ photos: 1, gigabytes: bytes / 1_000_000_000 }),
      files: {
        of: ({ file }: z.output<typeof photo>) => file,
        takeIn: (file, context) => takeIn(file, files, context),
      },
      columns: (given: z.output<typeof photo>, { accountId, ids, taken }) => {
        const { pictures, columns } = taken(given.file);
        if (ids.place(`photo ${columns.originalHash}`) > 0) {
          throw new LineRefused('this photo is there twice');
        }
        const { album: known, caption, originalName, uploadedAt } = given;
        const albumId = ids.of('album', known);
        const own = { id: ids.next(), accountId, albumId, order: ids.place(`in ${albumId}`) };
        return { pictures, row: { ...columns, ...own, caption, originalName, uploadedAt } };
      },
      async store(db, all, { accountId, now }) {
        await db.insert(photos).values(all.map(({ row }) => row));
        const shown = all.flatMap(({ pictures }) => pictures);
        await notePictures(
          db,
          shown.map((picture) => ({ ...picture, accountId, createdAt: now, purpose: 'photo' })),
        );
      },
    },
  });
}

/** A name in the folder of its album that says a little to people and nothing to a file system. */
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
    // Somebody may move photos meanwhile: then one can come twice.
    if (numbers.of('photo', one.id) !== null) continue;
    numbers.give('photo', one.id);
    place += 1;
    const [stem = ''] = one.originalName.split(/\.[^.]*$/);
    const file = `${folder}/${padded(place, 4)}${plain(stem)}.${endingOf(one.originalType)}`;
    const { originalName, caption, takenAt, uploadedAt } = one;
    const row = { album: known, file, originalName, caption, takenAt };
    yield {
      row: { ...row, uploadedAt: written(uploadedAt) },
      file: { name: file, kept: one.original },
    };
  }
}

function padded(place: number, digits: number): string {
  return String(place).padStart(digits, '0');
}

const LONGEST_STEM = 40;

function plain(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST_STEM)
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

/** As when it is uploaded: what is no photo is refused, and what tablets get is made here. */
async function takeIn(
  { name, path, bytes, sha256 }: FileToTake,
  files: PictureFiles,
  { accountId, storing }: TakingIn,
): Promise<{ pictures: readonly NotedPicture[]; columns: StoredPhoto['columns'] }> {
  if (bytes > MOST_PHOTO_BYTES) throw new LineRefused(TOO_LARGE);
  return storePhoto({ name, path, bytes, sha256 }, { files, accountId, storing });
}
