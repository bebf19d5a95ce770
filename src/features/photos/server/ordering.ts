import { and, asc, between, eq, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import { listChanged } from '#kit/shared/refusals.ts';
import { type Placing, placed } from '../places.ts';

interface Place {
  readonly id: string;
  readonly accountId: string;
  readonly albumId: string;
  readonly order: number;
}

export function countIn(db: Db, accountId: string, albumId: string): Promise<number> {
  return db.$count(photos, within(accountId, albumId));
}

/** Moves a photo of a locked album to a place; those between move on by one. */
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

/** Puts photos of a locked album between two others, all of the placings or none. */
export async function placePhotos(
  db: Db,
  { accountId, albumId }: { accountId: string; albumId: string },
  placings: readonly Placing[],
): Promise<void> {
  const present = await db
    .select({ id: photos.id })
    .from(photos)
    .where(within(accountId, albumId))
    .orderBy(asc(photos.order));
  let order = present.map(({ id }) => id);
  for (const placing of placings) {
    const next = placed(order, placing);
    if (next === undefined) throw listChanged();
    order = next;
  }
  await renumber(db, accountId, albumId, order);
}

/** Numbers all photos of a locked album 0..n-1 in the given order. */
export async function renumber(
  db: Db,
  accountId: string,
  albumId: string,
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`
    update photos set "order" = wanted.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as wanted(id, place)
    where photos.account_id = ${accountId} and photos.album_id = ${albumId}
      and photos.id = wanted.id::uuid and photos."order" <> wanted.place - 1`);
}

function within(accountId: string, albumId: string) {
  return and(eq(photos.accountId, accountId), eq(photos.albumId, albumId));
}
