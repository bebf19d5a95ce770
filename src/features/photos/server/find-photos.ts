import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { settings } from '#database/schema/home.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { wordsOf } from '#features/search/domain/fold.ts';
import { hasAll, inChunks } from '#features/search/server.ts';
import type { CallOf, ReplyOf } from '#platform/shared/endpoint.ts';
import type { PhotoCalls } from '../contract.ts';
import { datePattern } from '../domain/date-words.ts';
import { photoRefusal } from '../refusals.ts';
import { asPhoto } from './photo-rows.ts';

type Find = PhotoCalls['find'];

/**
 * Local date on which a photo was taken or, without a camera date, uploaded in the household's time
 * zone.
 */
const DATE = sql<string>`coalesce(left(${photos.takenAt}, 10),
  to_char(${photos.uploadedAt} at time zone coalesce(${settings.timezone}, 'UTC'), 'YYYY-MM-DD'))`;

/** Returns a page of the photos whose caption or date contains each typed word. */
export async function findPhotos(
  db: Db,
  accountId: string,
  { q, limit, cursor }: CallOf<Find>['query'],
): Promise<ReplyOf<Find>> {
  const until = cursor === undefined ? undefined : keyOfPage(cursor);
  const isTheirs = eq(photos.accountId, accountId);
  const isFound = and(...wordsOf(q).map(says));
  const keys = await inChunks(photos.id, async (isInChunk) => {
    const found = await db
      .select({ date: DATE, id: photos.id })
      .from(photos)
      .leftJoin(settings, eq(settings.accountId, photos.accountId))
      .where(and(isTheirs, isInChunk, isFound));
    return found.map(keyOf);
  });
  keys.sort();
  const before = until === undefined ? keys : keys.filter((key) => key < until);
  const page = before.slice(-limit).reverse();
  const rows = await db
    .select({ photo: photos, albumName: photoAlbums.name, date: DATE })
    .from(photos)
    .innerJoin(photoAlbums, isRow(photoAlbums, { id: photos.albumId, accountId: photos.accountId }))
    .leftJoin(settings, eq(settings.accountId, photos.accountId))
    .where(and(isTheirs, inArray(photos.id, page.map(idOf))));
  const rowOf = new Map(rows.map((row) => [row.photo.id, row]));
  return {
    photos: page.flatMap((key) => {
      const row = rowOf.get(idOf(key));
      return row === undefined
        ? []
        : [{ ...asPhoto(row.photo), albumName: row.albumName, date: row.date }];
    }),
    total: keys.length,
    next: page.length === limit ? (page.at(-1) ?? null) : null,
  };
}

function says(word: string): SQL | undefined {
  const pattern = datePattern(word);
  const inCaption = hasAll(photos, [word]);
  return pattern === undefined ? inCaption : or(inCaption, sql`${DATE} like ${pattern}`);
}

/** Key with the sort order of date and id. The cursor of a page is the key of its last photo. */
function keyOf({ date, id }: { readonly date: string; readonly id: string }): string {
  return `${date} ${id}`;
}

function idOf(key: string): string {
  return key.slice('YYYY-MM-DD '.length);
}

const KEY = /^\d{4}-\d\d-\d\d [\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function keyOfPage(cursor: string): string {
  if (!KEY.test(cursor)) throw photoRefusal('no-such-page');
  return cursor;
}
