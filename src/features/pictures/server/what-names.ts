import { and, arrayContains, eq, or, type SQL } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { bin } from '#database/schema/bin.ts';
import { content } from '#database/schema/content.ts';
import { medications } from '#database/schema/medications.ts';
import { photoPieces } from '#database/schema/photo-uploads.ts';
import { photos } from '#database/schema/photos.ts';
import { addressOf } from './picture-rows.ts';

/** What still shows the picture, besides a medication; the original of a photo is never shown. */
export async function shownFor(
  db: Db,
  accountId: string,
  filename: string,
): Promise<'photo' | 'thumbnail' | undefined> {
  const isShown = or(eq(photos.filename, filename), arrayContains(photos.thumbnails, [filename]));
  if (await hasPhoto(db, accountId, isShown)) return 'photo';
  const rows = await db
    .select({ id: content.id })
    .from(content)
    .where(and(eq(content.accountId, accountId), eq(content.thumbnail, filename)))
    .limit(1);
  return rows.length > 0 ? 'thumbnail' : undefined;
}

export async function isOfMedication(
  db: Db,
  accountId: string,
  filename: string,
): Promise<boolean> {
  const rows = await db
    .select({ id: medications.id })
    .from(medications)
    .where(
      and(eq(medications.accountId, accountId), eq(medications.pillImageUrl, addressOf(filename))),
    )
    .limit(1);
  return rows.length > 0;
}

/** Whether it could be put back with something that was deleted. */
export async function isInBin(db: Db, accountId: string, filename: string): Promise<boolean> {
  const rows = await db
    .select({ id: bin.id })
    .from(bin)
    .where(and(eq(bin.accountId, accountId), arrayContains(bin.files, [filename])))
    .limit(1);
  return rows.length > 0;
}

/** Whether a photo keeps the file, as its original too. */
export function isOfPhoto(db: Db, accountId: string, filename: string): Promise<boolean> {
  // Each of the three by its own index.
  const names = or(
    eq(photos.filename, filename),
    eq(photos.original, filename),
    arrayContains(photos.thumbnails, [filename]),
  );
  return hasPhoto(db, accountId, names);
}

/** Whether it is of a photo that is still coming in. */
export async function isPiece(db: Db, accountId: string, filename: string): Promise<boolean> {
  const rows = await db
    .select({ start: photoPieces.start })
    .from(photoPieces)
    .where(and(eq(photoPieces.accountId, accountId), eq(photoPieces.filename, filename)))
    .limit(1);
  return rows.length > 0;
}

async function hasPhoto(db: Db, accountId: string, names: SQL | undefined): Promise<boolean> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.accountId, accountId), names))
    .limit(1);
  return rows.length > 0;
}
