import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { given, prepared, value } from '#database/prepared.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { photo } from '../contract.ts';
import { photoJson } from './photo-json.ts';

/** Photos of a whole album that are read at a time. */
const PAGE = 500;

interface Within {
  readonly accountId: string;
  readonly albumId: string;
}

interface Wanted {
  readonly limit?: number | undefined;
  /** The order after which the page begins. */
  readonly cursor?: number | undefined;
}

const limit = sql`${given('limit')}::int`;

const readPage = prepared(
  'photos_of_album',
  {
    photos: value(sql`coalesce(string_agg(page.json, ','), '')`, z.string().parse),
    /** The order of its last one; null where no other page follows. */
    last: value(sql`(array_agg(page.order))[${limit}]`, z.int().nullable().parse),
    isThere: value(
      sql`exists(select from ${photoAlbums} where ${photoAlbums.id} = ${given('albumId')}::uuid
        and ${photoAlbums.accountId} = ${given('accountId')}::uuid)`,
      z.boolean().parse,
    ),
  },
  (selected) => sql`
    select ${selected} from (
      select ${photoJson(photo.keyof().options)} as json, ${photos.order} from ${photos}
      where ${photos.accountId} = ${given('accountId')}::uuid
        and ${photos.albumId} = ${given('albumId')}::uuid and ${photos.order} > ${given('after')}::int
      order by ${photos.order}
      limit ${limit}
    ) page`,
);

/**
 * The photos of an album as JSON, a page of them or page after page all; refuses with 404 what is no
 * album of the household.
 */
export async function* albumPages(
  db: Db,
  within: Within,
  { limit, cursor = -1 }: Wanted,
): AsyncGenerator<string> {
  let after: number | null = cursor;
  let between = '[';
  while (after !== null) {
    const [page] = await readPage(db, { ...within, after, limit: limit ?? PAGE });
    if (!page?.isThere) throw notThere();
    if (page.photos !== '') {
      yield between + page.photos;
      between = ',';
    }
    after = limit === undefined ? page.last : null;
  }
  yield between === '[' ? '[]' : ']';
}
