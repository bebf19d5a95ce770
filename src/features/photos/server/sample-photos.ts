import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import type { Photo } from '../contract.ts';
import { asPhoto } from './photo-rows.ts';

interface Sample {
  /** Albums to select from; null is all. */
  readonly albumIds: readonly string[] | null;
  /** Seed of the random sample of older photos. */
  readonly seed: string;
  readonly maxNewest: number;
  readonly maxOlder: number;
}

/** Returns the newest photos of a household, newest first, then a random sample of older ones. */
export async function samplePhotos(
  db: Db,
  accountId: string,
  { albumIds, seed, maxNewest, maxOlder }: Sample,
): Promise<Photo[]> {
  const own = and(
    eq(photos.accountId, accountId),
    albumIds === null ? undefined : inArray(photos.albumId, [...albumIds]),
  );
  const newest = await read(db, own, desc(photos.uploadedAt), maxNewest);
  const last = newest.at(-1);
  if (last === undefined || newest.length < maxNewest) return newest;
  const isOlder = sql`(${photos.uploadedAt}, ${photos.id}) < (${last.uploadedAt}::timestamptz, ${last.id}::uuid)`;
  const bySeed = sql`md5(${photos.id}::text || ${seed})`;
  return [...newest, ...(await read(db, and(own, isOlder), bySeed, maxOlder))];
}

async function read(db: Db, where: SQL | undefined, order: SQL, limit: number): Promise<Photo[]> {
  const rows = await db
    .select()
    .from(photos)
    .where(where)
    .orderBy(order, desc(photos.id))
    .limit(limit);
  return rows.map(asPhoto);
}
