import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';

/** What is opened in which activity, and the words by which the family knows it. */
export const SHELVES = {
  watch: 'videos',
  listen: 'playlists',
  read: 'articles',
} as const;

/** What the household's video, playlist or article is called; undefined when it has none such. */
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
