import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import { medications } from '#database/schema/medications.ts';
import { pictures } from '#database/schema/pictures.ts';
import {
  archived,
  type Field,
  type FileToTake,
  type TablePart,
  type TakingIn,
} from '#kit/server/archive/portable.ts';
import type { FileStore } from '#kit/server/storage/file-store.ts';
import { soundPicture } from '#kit/server/storage/images.ts';
import { addressOf, notePictures } from './picture-rows.ts';

/** More than a household can name: every medication and every video has one at most. */
const MOST_PICTURES = 5_000;

const FOLDER = 'pictures/';

/** What others name it by in their lines. */
const PICTURE = 'picture';

const file = z.string().regex(/^pictures\/[0-9a-f]{64}\.webp$/, 'This is no name of a picture.');

type Taken = Omit<typeof pictures.$inferSelect, 'purpose'>;

/** The pictures of pills and videos, as this server made them. Those of photos are made anew. */
export function picturesInArchive(fileStore: FileStore): TablePart {
  return {
    name: 'pictures',
    version: 1,
    tables: [
      archived(pictures, {
        name: 'pictures',
        order: [],
        async *source({ read, accountId, numbers }) {
          for (const { filename, purpose } of await read((db) => namedPictures(db, accountId))) {
            const name = archiveNameOf(filename);
            numbers.give(PICTURE, name);
            yield { row: { filename: name, purpose }, file: { name, kept: filename } };
          }
        },
        without: ['width', 'height', 'bytes', 'createdAt'],
        fields: {
          filename: { name: 'file', is: file },
          purpose: z.enum(['pill', 'thumbnail']),
        },
        // What was uploaded before waits for the medication that it is for.
        removing: { file: pictures.filename, writtenAt: pictures.createdAt },
        restoring: {
          mostRows: MOST_PICTURES,
          files: {
            of: ({ file: name }) => file.parse(name),
            takeIn: (given, context) => takeIn(fileStore, given, context),
          },
          complete({ filename: name, purpose }, { taken, ids }) {
            const picture = taken<Taken>(name);
            ids.set(PICTURE, name, picture.filename);
            return { ...picture, purpose };
          },
          store: (db, all) => notePictures(db, all),
        },
      }),
    ],
  };
}

/** A picture that a column names, behind `prefix`: null where it was lost before the download was made. */
export function pictureField(prefix = ''): Field {
  return {
    name: PICTURE,
    is: z.string(),
    write(stored, numbers) {
      const name = typeof stored === 'string' ? archiveNameOf(stored.slice(prefix.length)) : null;
      return numbers.of(PICTURE, name) === null ? null : name;
    },
    read(given, ids) {
      const filename = typeof given === 'string' ? ids.find(PICTURE, given) : undefined;
      return filename === undefined ? null : `${prefix}${filename}`;
    },
  };
}

/** What a picture of the household's is called in its archive. */
function archiveNameOf(filename: string): string {
  return `${FOLDER}${filename}`;
}

/** Those that a medication or content names, in the order of their names. */
async function namedPictures(db: Db, accountId: string) {
  const ofPills = await db
    .selectDistinct({ url: medications.pillImageUrl })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNotNull(medications.pillImageUrl)));
  const pills = ofPills.flatMap(({ url }) => url?.slice(addressOf('').length) ?? []);
  const ofContent = await db
    .selectDistinct({ filename: content.thumbnail })
    .from(content)
    .where(and(eq(content.accountId, accountId), isNotNull(content.thumbnail)));
  const thumbnails = ofContent.flatMap(({ filename }) => filename ?? []);
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
