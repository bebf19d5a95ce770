import { count, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { bytesInBin } from '#features/bin/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { photoRefusal } from '../refusals.ts';

/** What is left of a household's room (its quota) while one upload goes on. */
export interface RoomLeft {
  /** Throws a 409 in words where the file has no room. */
  take(bytes: number): void;
}

const GIGABYTE = 1_000_000_000;

export async function roomLeft(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<RoomLeft> {
  const [used] = await db
    .select({
      photos: count(),
      bytes: sql<string>`coalesce(sum(${photos.originalBytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(eq(photos.accountId, accountId));
  const inBin = await bytesInBin(db, accountId);
  let photosLeft = limits.photos - (used?.photos ?? 0);
  let bytesLeft = limits.gigabytes * GIGABYTE - (used?.bytes ?? 0) - inBin;
  return {
    take(bytes) {
      if (photosLeft < 1) {
        const room = limitMessage('photos', limits);
        throw photoRefusal('photos-full', `There is room for ${room}. Please delete some first.`);
      }
      if (bytesLeft < bytes) {
        const room = limitMessage('gigabytes', limits);
        const way = inBin > 0 ? 'Please empty the bin first' : 'Please delete some first';
        throw photoRefusal('photo-bytes-full', `There is room for ${room}. ${way}.`);
      }
      photosLeft -= 1;
      bytesLeft -= bytes;
    },
  };
}

export async function refuseWithoutAlbumRoom(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<void> {
  const used = await db.$count(photoAlbums, eq(photoAlbums.accountId, accountId));
  if (used < limits.albums) return;
  throw photoRefusal(
    'albums-full',
    `There is room for ${limitMessage('albums', limits)}. Please delete one first.`,
  );
}
