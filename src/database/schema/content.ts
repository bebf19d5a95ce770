import { sql } from 'drizzle-orm';
import { check, index } from 'drizzle-orm/pg-core';
import { instant, version } from './ground.ts';
import { identifiedTable } from './households.ts';

/** Videos, playlists and articles. */
export const content = identifiedTable(
  'content',
  (t) => ({
    kind: t.text('kind', { enum: ['videos', 'playlists', 'articles'] }).notNull(),
    title: t.text('title').notNull(),
    url: t.text('url').notNull(),
    /** Of a video, such as 18:05; null when nobody has said it. */
    duration: t.text('duration'),
    /** Of a playlist. */
    trackCount: t.integer('track_count'),
    /** Whose an article is: the name of the site, or its host. */
    source: t.text('source').notNull().default(''),
    /** The name of a picture that this server keeps. */
    thumbnail: t.text('thumbnail'),
    /**
     * Of what has no picture: when its provider or page is asked for one by the server itself, and how
     * often that was done. Whatever was there before anybody asked is due at once; null is never.
     */
    askAt: instant('ask_at').defaultNow(),
    asks: t.integer('asks').notNull().default(0),
    /** Among those of its kind. */
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
