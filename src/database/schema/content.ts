import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version } from './ground.ts';
import { accountId } from './households.ts';

/** Videos, playlists and articles. */
export const content = pgTable(
  'content',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    kind: text('kind', { enum: ['videos', 'playlists', 'articles'] }).notNull(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    /** Of a video, such as 18:05; null when nobody has said it. */
    duration: text('duration'),
    /** Of a playlist. */
    trackCount: integer('track_count'),
    /** Whose an article is: the name of the site, or its host. */
    source: text('source').notNull().default(''),
    /** The name of a picture that this server keeps. */
    thumbnail: text('thumbnail'),
    /**
     * Of what has no picture: when its provider or page is asked for one by the server itself, and how
     * often that was done. Whatever was there before anybody asked is due at once; null is never.
     */
    askAt: instant('ask_at').defaultNow(),
    asks: integer('asks').notNull().default(0),
    /** Among those of its kind. */
    order: integer('order').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('content_by_order').on(table.accountId, table.kind, table.order),
    index('content_to_ask').on(table.askAt).where(sql`thumbnail is null`),
    check(
      'content_of_its_kind',
      sql`kind in ('videos', 'playlists', 'articles')
      and (kind = 'videos' or duration is null)
      and (kind = 'playlists' or track_count is null)
      and (kind = 'articles' or source = '')`,
    ),
    ownHouseholdOnly('account_id'),
  ],
);
