import { and, count, desc, eq, lt, or } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photos } from '#database/schema/photos.ts';
import type { ShownPhoto } from '../contract.ts';
import { photoRefusal } from '../refusals.ts';
import { asPhoto } from './photo-rows.ts';

interface Page {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface NewestPhotos {
  readonly photos: ShownPhoto[];
  readonly total: number;
  readonly next: string | null;
}

/** A page of a household's photos, the newest upload first; its cost is that of the page. */
export async function newestPhotos(
  db: Db,
  accountId: string,
  { limit, cursor }: Page,
): Promise<NewestPhotos> {
  const own = eq(photos.accountId, accountId);
  const rows = await db
    .select()
    .from(photos)
    .where(cursor === undefined ? own : and(own, olderThan(cursor)))
    .orderBy(desc(photos.uploadedAt), desc(photos.id))
    .limit(limit);
  const [counted] = await db.select({ total: count() }).from(photos).where(own);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    photos: rows.map(asPhoto),
    total: counted?.total ?? 0,
    next: last === undefined ? null : `${last.uploadedAt.toISOString()} ${last.id}`,
  };
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function olderThan(cursor: string) {
  const [, instant = '', id = ''] = CURSOR.exec(cursor) ?? [];
  const uploadedAt = new Date(instant);
  if (Number.isNaN(uploadedAt.getTime())) throw photoRefusal('no-such-page');
  return or(
    lt(photos.uploadedAt, uploadedAt),
    and(eq(photos.uploadedAt, uploadedAt), lt(photos.id, id)),
  );
}
