import { and, asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { addressOf } from '#features/pictures/server.ts';
import type { Photo, PhotoAlbum } from '../contract.ts';
import { thumbnailWidths } from '../domain/sizes.ts';

type PhotoRow = typeof photos.$inferSelect;

/** Returns the middle thumbnail, or the only one. */
export function middle(thumbnails: readonly string[]): string | null {
  return thumbnails[1] ?? thumbnails[0] ?? null;
}

export function asPhoto(row: PhotoRow): Photo {
  const { id, albumId, filename, originalName, caption, order, width, height, takenAt } = row;
  const widths = thumbnailWidths(row);
  const small = middle(row.thumbnails);
  return {
    id,
    albumId,
    filename,
    originalName,
    caption,
    order,
    url: addressOf(filename),
    thumbnailUrl: small === null ? null : addressOf(small),
    thumbnails: row.thumbnails.map((name, at) => ({
      url: addressOf(name),
      width: widths[at] ?? width,
    })),
    width,
    height,
    takenAt,
    uploadedAt: row.uploadedAt.toISOString(),
  };
}

/** Returns the albums, oldest first, or the one with that id. One statement counts all photos. */
export async function albumsOf(db: Db, accountId: string, id?: string): Promise<PhotoAlbum[]> {
  const counted = db
    .select({ albumId: photos.albumId, count: sql<number>`count(*)::int`.as('count') })
    .from(photos)
    .where(eq(photos.accountId, accountId))
    .groupBy(photos.albumId)
    .as('counted');
  const { name, description } = photoAlbums;
  const { filename, thumbnails } = photos;
  const rows = await db
    .select({ id: photoAlbums.id, name, description, count: counted.count, filename, thumbnails })
    .from(photoAlbums)
    .leftJoin(counted, eq(counted.albumId, photoAlbums.id))
    .leftJoin(
      photos,
      and(eq(photos.accountId, accountId), eq(photos.albumId, photoAlbums.id), eq(photos.order, 0)),
    )
    .where(
      and(
        eq(photoAlbums.accountId, accountId),
        id === undefined ? undefined : eq(photoAlbums.id, id),
      ),
    )
    .orderBy(asc(photoAlbums.createdAt), asc(photoAlbums.id));
  return rows.map(({ count, filename: shown, thumbnails: small, ...album }) => {
    const first = middle(small ?? []) ?? shown;
    return { ...album, photoCount: count ?? 0, firstPhotoUrl: first && addressOf(first) };
  });
}

export function isAlbum(db: Db, accountId: string, id: string): Promise<boolean> {
  return rowExists(db, photoAlbums, ownAlbum(accountId, id));
}

/**
 * Locks an album, so that changes of its photos run one after the other; false if it does not
 * exist.
 */
export async function lockAlbum(db: Db, accountId: string, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: photoAlbums.id })
    .from(photoAlbums)
    .where(ownAlbum(accountId, id))
    .for('update');
  return rows.length > 0;
}

export function ownAlbum(accountId: string, id: string): SQL | undefined {
  return and(eq(photoAlbums.accountId, accountId), eq(photoAlbums.id, id));
}

/** Returns the photos of an album by order: all, or at most `limit` after the order `after`. */
export function photosIn(
  db: Db,
  accountId: string,
  albumId: string,
  { after, limit }: { after?: number | undefined; limit?: number | undefined } = {},
): Promise<PhotoRow[]> {
  const query = db
    .select()
    .from(photos)
    .where(
      and(
        eq(photos.accountId, accountId),
        eq(photos.albumId, albumId),
        after === undefined ? undefined : gt(photos.order, after),
      ),
    )
    .orderBy(asc(photos.order));
  return limit === undefined ? query : query.limit(limit);
}

export async function findPhoto(
  db: Db,
  accountId: string,
  id: string,
): Promise<PhotoRow | undefined> {
  const [row] = await db
    .select()
    .from(photos)
    .where(and(eq(photos.accountId, accountId), eq(photos.id, id)));
  return row;
}

/** Returns a photo with its album locked, so that its position cannot change until `db` commits. */
export async function holdPhoto(
  db: Db,
  accountId: string,
  id: string,
): Promise<PhotoRow | undefined> {
  const photo = await findPhoto(db, accountId, id);
  if (photo === undefined || !(await lockAlbum(db, accountId, photo.albumId))) return undefined;
  return findPhoto(db, accountId, id);
}

export function hasPhotos(db: Db, accountId: string): Promise<boolean> {
  return rowExists(db, photos, eq(photos.accountId, accountId));
}
