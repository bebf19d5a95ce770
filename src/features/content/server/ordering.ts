import { sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { renumber } from '#database/renumber.ts';
import { content } from '#database/schema/content.ts';
import { ofShelf, rowsOf, type Shelf } from './content-rows.ts';

/** Returns the ids by position, and locks the shelf until the transaction ends. */
export async function holdShelf(db: Db, shelf: Shelf): Promise<string[]> {
  const key = `${shelf.kind} ${shelf.accountId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  return (await rowsOf(db, shelf)).map(({ id }) => id);
}

/** Renumbers a locked shelf from 0 in the given order. */
export function renumberShelf(db: Db, shelf: Shelf, ids: readonly string[]): Promise<void> {
  return renumber(db, content, ofShelf(shelf), ids);
}
