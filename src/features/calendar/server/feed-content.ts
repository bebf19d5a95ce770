import { and, asc, eq, getTableColumns, isNull } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { medications } from '#database/schema/medications.ts';
import { asDue, awayOf } from '#features/medications/server.ts';
import { eventRows } from './event-rows.ts';
import { type FeedContent, type FeedDay, spanOf } from './feed-entries.ts';

/** Reads what the feed of a day is made of: no more than a household can have. */
export async function feedContent(
  db: Db,
  accountId: string,
  { today }: FeedDay,
): Promise<FeedContent> {
  const rows = await db
    .select({ row: getTableColumns(medications), away: awayOf })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNull(medications.deletedAt)))
    .orderBy(asc(medications.createdAt), asc(medications.id));
  return {
    events: await eventRows(db, { accountId }, ...spanOf(today)),
    medications: rows.map(({ row, away }) => asDue(row, away)),
  };
}
