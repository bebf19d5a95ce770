import type { Database } from '#database/connect.ts';
import { notThere } from '#kit/shared/refusals.ts';
import type { Photo } from '../contract.ts';
import { asPhoto, isAlbum, photosIn } from './photo-rows.ts';

/** Photos that are in memory at a time. */
const PAGE = 500;

interface Within {
  readonly database: Database;
  readonly accountId: string;
  readonly albumId: string;
}

interface Wanted {
  readonly limit?: number | undefined;
  /** The order after which the page begins. */
  readonly cursor?: number | undefined;
}

/** One page in a transaction of its own; refuses with 404 what is no album of the household. */
export function pageOf(
  { database, accountId, albumId }: Within,
  { limit = PAGE, cursor: after }: Wanted,
): Promise<Photo[]> {
  return database.inHousehold(accountId, async (db) => {
    if (!(await isAlbum(db, accountId, albumId))) throw notThere();
    return (await photosIn(db, accountId, albumId, { after, limit })).map(asPhoto);
  });
}

/** The page and all that follow it. */
export async function* pagesFrom(within: Within, first: Photo[]) {
  for (let page = first; page.length > 0; ) {
    yield page;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return;
    page = await pageOf(within, { cursor: last.order });
  }
}

export async function* once(page: Photo[]) {
  yield page;
}
