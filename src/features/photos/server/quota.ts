import { count, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { countBeforeAdding, lockAdding } from '#database/count-before-adding.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { bytesInBin } from '#features/bin/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import { photoRefusal } from '../refusals.ts';
import { bytesReceived } from './upload-rows.ts';

const GIGABYTE = 1_000_000_000;

interface NextPhoto {
  readonly accountId: string;
  readonly bytes: number;
  /** Key of its chunked upload, so that the received bytes are not counted twice. */
  readonly uploadKey?: string | undefined;
}

/**
 * Throws a 409 if the household's quota does not allow another photo. Locks additions until `db`
 * commits, so that concurrent uploads cannot exceed the quota.
 */
export async function requirePhotoQuota(
  db: Db,
  { accountId, bytes, uploadKey }: NextPhoto,
  limits: HouseholdLimits,
): Promise<void> {
  await lockAdding(db, photos, accountId);
  const [used] = await db
    .select({
      photos: count(),
      bytes: sql<string>`coalesce(sum(${photos.originalBytes}), 0)`.mapWith(Number),
    })
    .from(photos)
    .where(eq(photos.accountId, accountId));
  if ((used?.photos ?? 0) >= limits.photos) {
    const room = limitMessage('photos', limits);
    throw photoRefusal('photos-full', `There is room for ${room}. Please delete some first.`);
  }
  const inBin = await bytesInBin(db, accountId);
  const received = await bytesReceived(db, accountId, uploadKey);
  if ((used?.bytes ?? 0) + inBin + received + bytes > limits.gigabytes * GIGABYTE) {
    const room = limitMessage('gigabytes', limits);
    const way = inBin > 0 ? 'Please empty the bin first' : 'Please delete some first';
    throw photoRefusal('photo-bytes-full', `There is room for ${room}. ${way}.`);
  }
}

export async function requireAlbumQuota(
  db: Db,
  accountId: string,
  limits: HouseholdLimits,
): Promise<void> {
  if ((await countBeforeAdding(db, photoAlbums, accountId)) < limits.albums) return;
  throw photoRefusal(
    'albums-full',
    `There is room for ${limitMessage('albums', limits)}. Please delete one first.`,
  );
}
