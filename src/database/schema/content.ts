import { sql } from 'drizzle-orm';
import { check, index } from 'drizzle-orm/pg-core';
import { instant, version } from './columns.ts';
import { identifiedTable } from './households.ts';

export const content = identifiedTable(
  'content',
  (t) => ({
    kind: t.text('kind', { enum: ['videos', 'playlists', 'articles'] }).notNull(),
    title: t.text('title').notNull(),
    url: t.text('url').notNull(),
    /** Duration of a video, for example 18:05; null if unknown. */
    duration: t.text('duration'),
    /** Number of tracks of a playlist; null for other kinds. */
    trackCount: t.integer('track_count'),
    /** Name or host of the site of an article. */
    source: t.text('source').notNull().default(''),
    /** File name of a picture on this server. */
    thumbnail: t.text('thumbnail'),
    /**
     * For items without a picture: when the server next requests one from the provider or the page,
     * and how often it has done so. Null means never. Rows of earlier versions are due at once.
     */
    askAt: instant('ask_at').defaultNow(),
    asks: t.integer('asks').notNull().default(0),
    /** Position among the items of its kind. */
    order: t.integer('order').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  }),
  (table) => [
    index('content_by_order').on(table.accountId, table.kind, table.order),
    index('content_to_ask').on(table.askAt).where(sql`thumbnail is null`),
    check(
      'content_of_its_kind',
      sql`kind in ('videos', 'playlists', 'articles')
      and (kind = 'videos' or duration is null)
      and (kind = 'playlists' or track_count is null)
      and (kind = 'articles' or source = '')`,
    ),
  ],
);
