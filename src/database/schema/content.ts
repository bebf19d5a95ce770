import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version } from './ground.ts';
import { accountId } from './households.ts';

/** The name of a picture that this server keeps. */
const thumbnail = () => text('thumbnail');

/**
 * Of what has no picture: when its provider or page is asked for one by the server itself, and how
 * often that was done. Whatever was there before anybody asked is due at once; null is never.
 */
const asking = () => ({
  askAt: instant('ask_at').defaultNow(),
  asks: integer('asks').notNull().default(0),
});

export const videos = pgTable(
  'videos',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    /** Such as 18:05; null when the provider does not say. */
    duration: text('duration'),
    thumbnail: thumbnail(),
    order: integer('order').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    index('videos_by_order').on(table.accountId, table.order),
    ownHouseholdOnly('account_id'),
  ],
);

export const playlists = pgTable(
  'playlists',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    name: text('name').notNull(),
    spotifyUrl: text('spotify_url').notNull(),
    trackCount: integer('track_count'),
    thumbnail: thumbnail(),
    ...asking(),
    order: integer('order').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    index('playlists_by_order').on(table.accountId, table.order),
    index('playlists_to_ask').on(table.askAt).where(sql`thumbnail is null`),
    ownHouseholdOnly('account_id'),
  ],
);

export const articles = pgTable(
  'articles',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    title: text('title').notNull(),
    url: text('url').notNull(),
    /** Whose it is: the name of the site, or its host. */
    source: text('source').notNull(),
    thumbnail: thumbnail(),
    ...asking(),
    order: integer('order').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    index('articles_by_order').on(table.accountId, table.order),
    index('articles_to_ask').on(table.askAt).where(sql`thumbnail is null`),
    ownHouseholdOnly('account_id'),
  ],
);
