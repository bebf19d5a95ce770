import { eq, getTableName, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import type { articles, playlists, videos } from '#database/schema/content.ts';

/** A table of one kind of content, whose rows have places 0..n-1 in their household. */
export type Shelf = typeof videos | typeof playlists | typeof articles;

/** The ids by order. Those who change what is on the shelf do so one after the other. */
export async function holdShelf(db: Db, shelf: Shelf, accountId: string): Promise<string[]> {
  const key = `${getTableName(shelf)} ${accountId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  const rows = await db
    .select({ id: shelf.id, order: shelf.order })
    .from(shelf)
    .where(eq(shelf.accountId, accountId));
  return rows.sort((one, other) => one.order - other.order).map(({ id }) => id);
}

/** Numbers all of a held shelf 0..n-1 in the given order. */
export async function renumber(
  db: Db,
  shelf: Shelf,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  await db.execute(sql`
    update ${shelf} set "order" = wanted.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as wanted(id, place)
    where ${shelf.accountId} = ${accountId} and ${shelf.id} = wanted.id::uuid`);
}
