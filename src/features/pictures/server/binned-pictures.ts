import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { pictures } from '#database/schema/pictures.ts';
import { savePictures } from './picture-rows.ts';

/** Purpose of a picture in the bin: retained by the sweep, but not served. */
export const BINNED = 'binned';

interface Files {
  readonly shown: readonly string[];
  /** Originals of photos, which have a row only while they are in the bin. */
  readonly originals?: readonly string[];
}

/**
 * Marks files as being in the bin. A server of the previous version does not know this mark, but
 * retains every file whose row is not released.
 */
export async function putPicturesInBin(
  db: Db,
  { accountId, now }: { readonly accountId: string; readonly now: Date },
  { shown, originals = [] }: Files,
): Promise<void> {
  await setPurpose(db, accountId, shown, { to: BINNED, only: ne(pictures.purpose, 'pill') });
  const row = { accountId, purpose: BINNED, width: 0, height: 0, bytes: 0, createdAt: now };
  await savePictures(
    db,
    originals.map((filename) => ({ ...row, filename })),
  );
}

/** Removes the mark, so that the files of a restored item are served again. */
export async function takePicturesOutOfBin(
  db: Db,
  accountId: string,
  purpose: 'photo' | 'thumbnail' | 'pill',
  { shown, originals = [] }: Files,
): Promise<void> {
  const only = inArray(pictures.purpose, [BINNED, 'released']);
  await setPurpose(db, accountId, shown, { to: purpose, only });
  await db.delete(pictures).where(and(eq(pictures.accountId, accountId), only, isOneOf(originals)));
}

/** Releases files from the bin to the sweep, which retains those that are still used. */
export function releaseBinned(
  db: Db,
  accountId: string,
  filenames: readonly string[],
): Promise<void> {
  return setPurpose(db, accountId, filenames, {
    to: 'released',
    only: eq(pictures.purpose, BINNED),
  });
}

async function setPurpose(
  db: Db,
  accountId: string,
  filenames: readonly string[],
  { to, only }: { readonly to: string; readonly only: SQL },
): Promise<void> {
  await db
    .update(pictures)
    .set({ purpose: to })
    .where(and(eq(pictures.accountId, accountId), only, isOneOf(filenames)));
}

function isOneOf(filenames: readonly string[]): SQL {
  const names = sql`(select jsonb_array_elements_text(${JSON.stringify(filenames)}::jsonb))`;
  return sql`${pictures.filename} in ${names}`;
}
