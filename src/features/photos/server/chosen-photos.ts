import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import type { Deleting } from '#features/bin/server.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { countIn } from './ordering.ts';
import { binPhotos } from './photos-in-bin.ts';

/**
 * Moves photos to the end of an album in the given order. Skips photos that are already in it or
 * deleted. Returns the number of moved photos.
 */
export async function moveChosen(
  db: Db,
  accountId: string,
  albumId: string,
  ids: readonly string[],
): Promise<number> {
  const held = await holdChosen(db, accountId, ids, albumId);
  if (!held.albums.has(albumId)) throw notFound();
  const moving = new Set(
    held.rows.filter((photo) => photo.albumId !== albumId).map(({ id }) => id),
  );
  const inOrder = [...new Set(ids)].filter((id) => moving.has(id));
  if (inOrder.length === 0) return 0;
  const end = await countIn(db, accountId, albumId);
  await db.execute(sql`
    update photos set album_id = ${albumId}, "order" = ${end}::int + wanted.place - 1
    from jsonb_array_elements_text(${JSON.stringify(inOrder)}::jsonb) with ordinality
      as wanted(id, place)
    where photos.account_id = ${accountId} and photos.id = wanted.id::uuid`);
  await closeGaps(
    db,
    accountId,
    [...held.albums].filter((id) => id !== albumId),
  );
  return inOrder.length;
}

/** Moves photos to the bin and closes the gaps. Returns the number of existing photos. */
export async function removeChosen(deleting: Deleting, ids: readonly string[]): Promise<number> {
  const { db, account } = deleting;
  const { rows, albums } = await holdChosen(db, account.id, ids);
  const there = rows.map(({ id }) => id);
  await binPhotos(deleting, rows);
  await db.delete(photos).where(and(eq(photos.accountId, account.id), inArray(photos.id, there)));
  await closeGaps(db, account.id, [...albums]);
  return there.length;
}

/**
 * Returns these photos with their albums and the given album locked. Locks are taken in a fixed
 * order, which prevents deadlocks.
 */
async function holdChosen(db: Db, accountId: string, ids: readonly string[], albumId?: string) {
  const chosen = and(eq(photos.accountId, accountId), inArray(photos.id, [...ids]));
  const from = await db.selectDistinct({ albumId: photos.albumId }).from(photos).where(chosen);
  const wanted = new Set(from.map((photo) => photo.albumId));
  if (albumId !== undefined) wanted.add(albumId);
  const locked = await db
    .select({ id: photoAlbums.id })
    .from(photoAlbums)
    .where(and(eq(photoAlbums.accountId, accountId), inArray(photoAlbums.id, [...wanted])))
    .orderBy(asc(photoAlbums.id))
    .for('update');
  const albums = new Set(locked.map(({ id }) => id));
  // Skips a photo that was moved meanwhile, because its new album is not locked.
  const rows = (await db.select().from(photos).where(chosen)).filter((photo) =>
    albums.has(photo.albumId),
  );
  return { albums, rows };
}

/** Renumbers the photos of locked albums 0..n-1 in their current order. */
async function closeGaps(db: Db, accountId: string, albumIds: readonly string[]): Promise<void> {
  if (albumIds.length === 0) return;
  await db.execute(sql`
    update photos set "order" = numbered.place
    from (
      select id, (row_number() over (partition by album_id order by "order"))::int - 1 as place
      from photos
      where account_id = ${accountId} and album_id in ${[...albumIds]}
    ) as numbered
    where photos.account_id = ${accountId} and photos.id = numbered.id
      and photos."order" <> numbered.place`);
}
