import { count, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { MOST_ALBUMS, type PhotoRoom } from '../limits.ts';

/** What is left of a household's room (its quota) while one upload goes on. */
export interface RoomLeft {
  /** Throws a 409 in words where the file has no room. */
  take(bytes: number): void;
}

export async function roomLeft(db: Db, accountId: string, room: PhotoRoom): Promise<RoomLeft> {
  const [used] = await db
    .select({
      photos: count(),
      bytes: sql<string>`coalesce(sum(${photos.originalBytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(eq(photos.accountId, accountId));
  let photosLeft = room.photos - (used?.photos ?? 0);
  let bytesLeft = room.bytes - (used?.bytes ?? 0);
  return {
    take(bytes) {
      if (photosLeft < 1) {
        const most = room.photos.toLocaleString('en-US');
        throw new Refusal(409, `There is room for ${most} photos. Please delete some first.`);
      }
      if (bytesLeft < bytes) {
        const most = Math.floor(room.bytes / 1_000_000_000).toLocaleString('en-US');
        throw new Refusal(409, `There is room for ${most} GB of photos. Please delete some first.`);
      }
      photosLeft -= 1;
      bytesLeft -= bytes;
    },
  };
}

export async function refuseWithoutAlbumRoom(db: Db, accountId: string): Promise<void> {
  const [used] = await db
    .select({ albums: count() })
    .from(photoAlbums)
    .where(eq(photoAlbums.accountId, accountId));
  if ((used?.albums ?? 0) < MOST_ALBUMS) return;
  throw new Refusal(409, `There is room for ${MOST_ALBUMS} albums. Please delete one first.`);
}
