import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { videos } from '#database/schema/library.ts';
import { medications } from '#database/schema/medications.ts';
import { pictures } from '#database/schema/pictures.ts';
import {
  type FileToTake,
  type Portable,
  section,
  type TakingIn,
} from '#kit/server/archive/portable.ts';
import { removalOf } from '#kit/server/archive/portable-undo.ts';
import type { FileStore } from '#kit/server/storage/file-store.ts';
import { soundPicture } from '#kit/server/storage/images.ts';
import { addressOf, notePictures } from './picture-rows.ts';

/** More than a household can name: every medication and every video has one at most. */
const MOST_PICTURES = 5_000;

const FOLDER = 'pictures/';

const row = z.strictObject({
  file: z.string().regex(/^pictures\/[0-9a-f]{64}\.webp$/, 'This is no name of a picture.'),
  purpose: z.enum(['pill', 'thumbnail']),
});

type Row = z.output<typeof row>;
type Taken = Omit<typeof pictures.$inferSelect, 'purpose'>;

/** The pictures of pills and videos, as this server made them. Those of photos are made anew. */
export function picturesInArchive(fileStore: FileStore): Portable {
  return {
    name: 'pictures',
    version: 1,
    // What was uploaded before waits for the medication that it is for.
    removals: [removalOf(pictures, { file: pictures.filename, writtenAt: pictures.createdAt })],
    sections: [
      section({
        name: 'pictures',
        async *rows({ read, accountId, numbers }) {
          for (const { filename, purpose } of await read((db) => namedPictures(db, accountId))) {
            const file = archiveNameOf(filename);
            numbers.give('picture', file);
            yield { row: { file, purpose }, file: { name: file, kept: filename } };
          }
        },
        restoring: {
          row,
          mostRows: MOST_PICTURES,
          files: {
            of: ({ file }: Row) => file,
            takeIn: (file, context) => takeIn(fileStore, file, context),
          },
          columns({ file, purpose }: Row, { taken, ids }) {
            const picture = taken(file);
            ids.set('picture', file, picture.filename);
            return { ...picture, purpose };
          },
          store: (db, all) => notePictures(db, all),
        },
      }),
    ],
  };
}

/** What a picture of the household's is called in its archive. */
export function archiveNameOf(filename: string): string {
  return `${FOLDER}${filename}`;
}

/** Those that a medication or a video names, in the order of their names. */
async function namedPictures(db: Db, accountId: string) {
  const ofPills = await db
    .selectDistinct({ url: medications.pillImageUrl })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNotNull(medications.pillImageUrl)));
  const ofVideos = await db
    .selectDistinct({ filename: videos.thumbnail })
    .from(videos)
    .where(and(eq(videos.accountId, accountId), isNotNull(videos.thumbnail)));
  const pills = ofPills.flatMap(({ url }) => url?.slice(addressOf('').length) ?? []);
  const thumbnails = ofVideos.flatMap(({ filename }) => filename ?? []);
  const names = [...new Set([...pills, ...thumbnails])];
  if (names.length === 0) return [];
  const rows = await db
    .select({ filename: pictures.filename })
    .from(pictures)
    .where(and(eq(pictures.accountId, accountId), inArray(pictures.filename, names)))
    .orderBy(asc(pictures.filename));
  const isOfPill = new Set(pills);
  return rows.map(({ filename }) => ({
    filename,
    purpose: isOfPill.has(filename) ? ('pill' as const) : ('thumbnail' as const),
  }));
}

/** Kept byte for byte when it is one that this server could have made, so that nothing wears off. */
async function takeIn(
  fileStore: FileStore,
  { path, sha256, bytes }: FileToTake,
  { accountId, now, storing }: TakingIn,
): Promise<Taken> {
  const { width, height } = await soundPicture(path);
  const filename = `${sha256}.webp`;
  storing(filename);
  await fileStore.put(path, `${accountId}/${filename}`);
  return { accountId, filename, width, height, bytes, createdAt: now };
}
