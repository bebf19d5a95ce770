import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { photos } from '#database/schema/photos.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { PhotoCalls } from '../contract.ts';
import { shownPhoto } from '../contract.ts';
import { photoRefusal } from '../refusals.ts';
import { photoJson } from './photo-json.ts';

const { accountId, id, uploadedAt } = photos;

const own = sql`${accountId} = ${parameter('accountId')}::uuid`;

const total = value(sql`(select count(*) from ${photos} where ${own})`, Number);

/** Reads the photos before a time and id, and the total of the household. */
const readPage = prepared(
  'newest_photos',
  { json: value(photoJson(shownPhoto.keyof().options), String), total },
  (selected) => sql`
    select ${selected} from ${photos}
    where ${own}
      and (${uploadedAt}, ${id}) < (${parameter('before')}::timestamptz, ${parameter('beforeId')}::uuid)
    order by ${uploadedAt} desc, ${id} desc
    limit ${parameter('limit')}::int`,
);

const countAll = prepared('count_photos', { total }, (selected) => sql`select ${selected}`);

/**
 * Yields a page of a household's photos, newest upload first. The cost depends only on the page
 * size.
 */
export async function* newestPhotos(
  db: Db,
  accountId: string,
  { limit, cursor }: CallOf<PhotoCalls['listNewest']>['query'],
): AsyncGenerator<string> {
  const before = cursor === undefined ? NEWEST : placeOf(cursor);
  const rows = await readPage(db, { accountId, limit, ...before });
  const [{ total } = { total: 0 }] = rows.length > 0 ? rows : await countAll(db, { accountId });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const next = JSON.stringify(last ? cursorAt(last.json) : null);
  yield `{"photos":[${rows.map(({ json }) => json).join()}],"total":${total},"next":${next}}`;
}

/** A cursor after every photo. */
const NEWEST = { before: 'infinity', beforeId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const place = shownPhoto.pick({ uploadedAt: true, id: true });

function cursorAt(json: string): string {
  const { uploadedAt, id } = place.parse(JSON.parse(json));
  return `${uploadedAt} ${id}`;
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function placeOf(cursor: string): typeof NEWEST {
  const [, instant = '', beforeId = ''] = CURSOR.exec(cursor) ?? [];
  const uploadedAt = new Date(instant);
  if (Number.isNaN(uploadedAt.getTime())) throw photoRefusal('no-such-page');
  return { before: uploadedAt.toISOString(), beforeId };
}
