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
} from '#platform/server/archive/portable.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { soundPicture } from '#platform/server/storage/images.ts';
import { addressOf, savePictures } from './picture-rows.ts';

/** More than a household can use, because every medication and video has at most one. */
const MAX_PICTURES = 5_000;

const FOLDER = 'pictures/';

/** Kind of references to pictures in other parts of the archive. */
const PICTURE = 'picture';

const file = z.string().regex(/^pictures\/[0-9a-f]{64}\.webp$/, 'This is no name of a picture.');

type Taken = Omit<typeof pictures.$inferSelect, 'purpose'>;

/**
 * Exports the pictures of pills and videos in the stored form. Those of photos are generated again
 * at the import.
 */
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
        // Only pictures that were written since the start of the import are removed: an older one
        // may have been uploaded for a medication that is not saved yet.
        removing: { file: pictures.filename, writtenAt: pictures.createdAt },
        restoring: {
          mostRows: MAX_PICTURES,
          files: {
            of: ({ file: name }) => file.parse(name),
            takeIn: (given, context) => takeIn(fileStore, given, context),
          },
          complete({ filename: name, purpose }, { taken, ids }) {
            const picture = taken<Taken>(name);
            ids.set(PICTURE, name, picture.filename);
            return { ...picture, purpose };
          },
          store: (db, all) => savePictures(db, all),
        },
      }),
    ],
  };
}

/**
 * Archive field of a column that refers to a picture after `prefix`; null if the file was missing
 * at the export.
 */
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

function archiveNameOf(filename: string): string {
  return `${FOLDER}${filename}`;
}

/** Returns the pictures that medications or content refer to, by name. */
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

/**
 * Stores the file unchanged if this server could have generated it, so that repeated imports do not
 * reduce its quality.
 */
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
