import { and, count, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { settings } from '#database/schema/home.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { wordsOf } from '#features/search/fold.ts';
import { hasAll } from '#features/search/server.ts';
import type { CallOf, ReplyOf } from '#kit/shared/endpoint.ts';
import type { PhotoCalls } from '../contract.ts';
import { datePattern } from '../date-words.ts';
import { photoRefusal } from '../refusals.ts';
import { asPhoto } from './photo-rows.ts';

type Find = PhotoCalls['find'];

/** The local date on which it was taken; without the camera's, that of its upload at the household. */
const DATE = sql<string>`coalesce(left(${photos.takenAt}, 10),
  to_char(${photos.uploadedAt} at time zone coalesce(${settings.timezone}, 'UTC'), 'YYYY-MM-DD'))`;

/** A page of the photos in which each typed word stands, in the caption or as a part of the date. */
export async function findPhotos(
  db: Db,
  accountId: string,
  { q, limit, cursor }: CallOf<Find>['query'],
): Promise<ReplyOf<Find>> {
  const found = and(eq(photos.accountId, accountId), ...[...new Set(wordsOf(q))].map(says));
  const inHousehold = eq(settings.accountId, photos.accountId);
  const rows = await db
    .select({ photo: photos, albumName: photoAlbums.name, date: DATE })
    .from(photos)
    .innerJoin(photoAlbums, eq(photoAlbums.id, photos.albumId))
    .leftJoin(settings, inHousehold)
    .where(cursor === undefined ? found : and(found, earlierThan(cursor)))
    .orderBy(desc(DATE), desc(photos.id))
    .limit(limit);
  const [counted] = await db
    .select({ total: count() })
    .from(photos)
    .leftJoin(settings, inHousehold)
    .where(found);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    photos: rows.map(({ photo, ...rest }) => ({ ...asPhoto(photo), ...rest })),
    total: counted?.total ?? 0,
    next: last === undefined ? null : `${last.date} ${last.photo.id}`,
  };
}

function says(word: string): SQL | undefined {
  const pattern = datePattern(word);
  const inCaption = hasAll([word], photos.caption);
  return pattern === undefined ? inCaption : or(inCaption, sql`${DATE} like ${pattern}`);
}

const CURSOR = /^(\d{4}-\d\d-\d\d) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function earlierThan(cursor: string): SQL {
  const [, date, id] = CURSOR.exec(cursor) ?? [];
  if (date === undefined || id === undefined) throw photoRefusal('no-such-page');
  return sql`(${DATE}, ${photos.id}) < (${date}, ${id}::uuid)`;
}
