import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { given, prepared, value } from '#database/prepared.ts';
import { photos } from '#database/schema/photos.ts';
import { shownPhoto } from '../contract.ts';
import { photoRefusal } from '../refusals.ts';
import { isoInstant, photoJson } from './photo-json.ts';

interface Wanted {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const { accountId, id, uploadedAt } = photos;

const limit = sql`${given('limit')}::int`;

/** A page whose photos are older than an instant and an id, and what of the next one begins. */
const readPage = prepared(
  'newest_photos',
  {
    photos: value(sql`coalesce(string_agg(page.json, ','), '')`, z.string().parse),
    total: value(
      sql`(select count(*)::int from ${photos} where ${accountId} = ${given('accountId')}::uuid)`,
      z.int().parse,
    ),
    next: value(
      sql`${isoInstant(sql`(array_agg(page.uploaded_at))[${limit}]`)} || ' ' || (array_agg(page.id))[${limit}]`,
      z.string().nullable().parse,
    ),
  },
  (selected) => sql`
    select ${selected} from (
      select ${photoJson(shownPhoto.keyof().options)} as json, ${uploadedAt}, ${id} from ${photos}
      where ${accountId} = ${given('accountId')}::uuid
        and (${uploadedAt}, ${id}) < (${given('before')}::timestamptz, ${given('beforeId')}::uuid)
      order by ${uploadedAt} desc, ${id} desc
      limit ${limit}
    ) page`,
);

/** A page of a household's photos, the newest upload first; its cost is that of the page. */
export async function* newestPhotos(
  db: Db,
  accountId: string,
  { limit, cursor }: Wanted,
): AsyncGenerator<string> {
  const before = cursor === undefined ? NEWEST : placeOf(cursor);
  const [page] = await readPage(db, { accountId, limit, ...before });
  if (page === undefined) throw new Error('an aggregate answers one row');
  const { photos, total, next } = page;
  yield `{"photos":[${photos}],"total":${total},"next":${JSON.stringify(next)}}`;
}

/** Before it comes every photo. */
const NEWEST = { before: 'infinity', beforeId: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]+Z) ([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

function placeOf(cursor: string): typeof NEWEST {
  const [, instant = '', beforeId = ''] = CURSOR.exec(cursor) ?? [];
  const uploadedAt = new Date(instant);
  if (Number.isNaN(uploadedAt.getTime())) throw photoRefusal('no-such-page');
  return { before: uploadedAt.toISOString(), beforeId };
}
