import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';

export const SHELVES = {
  watch: 'videos',
  listen: 'playlists',
  read: 'articles',
} as const;

/**
 * Returns the title of a video, playlist or article; undefined if the household does not have it.
 */
export async function titleOf(
  db: Db,
  { accountId, activity, itemId }: { accountId: string; activity: string; itemId: string },
): Promise<string | undefined> {
  const kind = Object.entries(SHELVES).find(([name]) => name === activity)?.[1];
  if (kind === undefined) return undefined;
  const [thing] = await db
    .select({ title: content.title })
    .from(content)
    .where(and(eq(content.accountId, accountId), eq(content.kind, kind), eq(content.id, itemId)));
  return thing?.title;
}
