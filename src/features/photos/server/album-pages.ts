import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { parameter, prepared, value } from '#database/prepared.ts';
import { photos } from '#database/schema/photos.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { PhotoCalls } from '../contract.ts';
import { photo } from '../contract.ts';
import { photoJson } from './photo-json.ts';
import { isAlbum } from './photo-rows.ts';

/** Number of rows in one query when a whole album is read. */
const PAGE = 500;

interface Within {
  readonly accountId: string;
  readonly albumId: string;
}

const readPage = prepared(
  'photos_of_album',
  { json: value(photoJson(photo.keyof().options), String), order: photos.order },
  (selected) => sql`
    select ${selected} from ${photos}
    where ${photos.accountId} = ${parameter('accountId')}::uuid
      and ${photos.albumId} = ${parameter('albumId')}::uuid and ${photos.order} > ${parameter('after')}::int
    order by ${photos.order}
    limit ${parameter('limit')}::int`,
);

/**
 * Yields the photos of an album as JSON, one page or all of them. Throws a 404 if the album is not
 * in the household.
 */
export async function* albumPages(
  db: Db,
  within: Within,
  { limit, cursor = -1 }: CallOf<PhotoCalls['list']>['query'],
): AsyncGenerator<string> {
  const most = limit ?? PAGE;
  let between = '[';
  let after: number | undefined = cursor;
  while (after !== undefined) {
    const rows: readonly { json: string; order: number }[] = await readPage(db, {
      ...within,
      ...{ after, limit: most },
    });
    // A photo proves that its album exists, so only an empty result needs a check.
    if (rows.length > 0) {
      yield between + rows.map(({ json }) => json).join();
      between = ',';
    } else if (between === '[' && !(await isAlbum(db, within.accountId, within.albumId))) {
      throw notFound();
    }
    after = limit === undefined && rows.length === most ? rows.at(-1)?.order : undefined;
  }
  yield between === '[' ? '[]' : ']';
}
