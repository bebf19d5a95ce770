import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { articles, playlists, videos } from '#database/schema/content.ts';

/** What is opened in which activity, and the words by which the family knows it. */
export const SHELVES = {
  watch: { things: videos, title: videos.title },
  listen: { things: playlists, title: playlists.name },
  read: { things: articles, title: articles.title },
} as const;

/** What the household's video, playlist or article is called; undefined when it has none such. */
export async function titleOf(
  db: Db,
  { accountId, activity, itemId }: { accountId: string; activity: string; itemId: string },
): Promise<string | undefined> {
  const shelf = Object.entries(SHELVES).find(([name]) => name === activity)?.[1];
  if (shelf === undefined) return undefined;
  const { things, title } = shelf;
  const [thing] = await db
    .select({ title })
    .from(things)
    .where(and(eq(things.accountId, accountId), eq(things.id, itemId)));
  return thing?.title;
}
