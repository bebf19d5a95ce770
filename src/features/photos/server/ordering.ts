import { and, asc, between, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { renumber } from '#database/renumber.ts';
import { photos } from '#database/schema/photos.ts';
import { listChanged } from '#platform/shared/refusals.ts';
import { type Placing, placed } from '../domain/places.ts';

interface Place {
  readonly id: string;
  readonly accountId: string;
  readonly albumId: string;
  readonly order: number;
}

export function countIn(db: Db, accountId: string, albumId: string): Promise<number> {
  return db.$count(photos, within(accountId, albumId));
}

/** Moves a photo of a locked album to a position; the photos in between shift by one. */
export async function moveTo(db: Db, photo: Place, place: number): Promise<void> {
  const { id, accountId, albumId, order: from } = photo;
  const to = Math.min(place, (await countIn(db, accountId, albumId)) - 1);
  if (to === from) return;
  const step = to > from ? -1 : 1;
  await db
    .update(photos)
    .set({
      order: sql`case when ${photos.id} = ${id} then ${to}::int else ${photos.order} + ${step}::int end`,
    })
    .where(
      and(
        within(accountId, albumId),
        between(photos.order, Math.min(from, to), Math.max(from, to)),
      ),
    );
}

/** Places photos of a locked album between two others; applies all placements or none. */
export async function placePhotos(
  db: Db,
  { accountId, albumId }: { accountId: string; albumId: string },
  placings: readonly Placing[],
): Promise<void> {
  let order: readonly string[] = await idsIn(db, accountId, albumId);
  for (const placing of placings) {
    const next = placed(order, placing);
    if (next === undefined) throw listChanged();
    order = next;
  }
  await renumber(db, photos, within(accountId, albumId), order);
}

export async function idsIn(db: Db, accountId: string, albumId: string): Promise<string[]> {
  const rows = await db
    .select({ id: photos.id })
    .from(photos)
    .where(within(accountId, albumId))
    .orderBy(asc(photos.order));
  return rows.map(({ id }) => id);
}

export function within(accountId: string, albumId: string) {
  return and(eq(photos.accountId, accountId), eq(photos.albumId, albumId));
}
