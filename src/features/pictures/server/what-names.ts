import { and, arrayContains, eq, or, type SQL } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { articles, playlists, videos } from '#database/schema/content.ts';
import { medications } from '#database/schema/medications.ts';
import { photos } from '#database/schema/photos.ts';
import { addressOf } from './picture-rows.ts';

/** The content whose rows may each name a picture of theirs. */
export const WITH_THUMBNAILS = [videos, playlists, articles] as const;

/** What still shows the picture, besides a medication; the original of a photo is never shown. */
export async function shownFor(
  db: Db,
  accountId: string,
  filename: string,
): Promise<'photo' | 'thumbnail' | undefined> {
  const isShown = or(eq(photos.filename, filename), arrayContains(photos.thumbnails, [filename]));
  if (await hasPhoto(db, accountId, isShown)) return 'photo';
  for (const shelf of WITH_THUMBNAILS) {
    const rows = await db
      .select({ id: shelf.id })
      .from(shelf)
      .where(and(eq(shelf.accountId, accountId), eq(shelf.thumbnail, filename)))
      .limit(1);
    if (rows.length > 0) return 'thumbnail';
  }
  return undefined;
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

async function hasPhoto(db: Db, accountId: string, names: SQL | undefined): Promise<boolean> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(and(eq(photos.accountId, accountId), names))
    .limit(1);
  return rows.length > 0;
}
