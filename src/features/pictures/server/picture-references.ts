import { and, arrayContains, eq, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { bin } from '#database/schema/bin.ts';
import { content } from '#database/schema/content.ts';
import { medications } from '#database/schema/medications.ts';
import { photoPieces } from '#database/schema/photo-uploads.ts';
import { photos } from '#database/schema/photos.ts';
import { addressOf } from './picture-rows.ts';

/**
 * Returns what displays the picture, except medications. The original of a photo is never
 * displayed.
 */
export async function shownFor(
  db: Db,
  accountId: string,
  filename: string,
): Promise<'photo' | 'thumbnail' | undefined> {
  const isShown = or(eq(photos.filename, filename), arrayContains(photos.thumbnails, [filename]));
  if (await rowExists(db, photos, and(eq(photos.accountId, accountId), isShown))) return 'photo';
  const isOfContent = and(eq(content.accountId, accountId), eq(content.thumbnail, filename));
  return (await rowExists(db, content, isOfContent)) ? 'thumbnail' : undefined;
}

export function isOfMedication(db: Db, accountId: string, filename: string): Promise<boolean> {
  const names = eq(medications.pillImageUrl, addressOf(filename));
  return rowExists(db, medications, and(eq(medications.accountId, accountId), names));
}

/** True if an item in the bin needs the file for a restore. */
export function isInBin(db: Db, accountId: string, filename: string): Promise<boolean> {
  const names = arrayContains(bin.files, [filename]);
  return rowExists(db, bin, and(eq(bin.accountId, accountId), names));
}

/** True if a photo uses the file, including as its original. */
export function isOfPhoto(db: Db, accountId: string, filename: string): Promise<boolean> {
  // Each of the three conditions has an index.
  const names = or(
    eq(photos.filename, filename),
    eq(photos.original, filename),
    arrayContains(photos.thumbnails, [filename]),
  );
  return rowExists(db, photos, and(eq(photos.accountId, accountId), names));
}

/** True if the file is a chunk of an unfinished upload. */
export function isPiece(db: Db, accountId: string, filename: string): Promise<boolean> {
  const isIt = and(eq(photoPieces.accountId, accountId), eq(photoPieces.filename, filename));
  return rowExists(db, photoPieces, isIt);
}
