import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

export const photoAlbums = pgTable(
  'photo_albums',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('photo_albums_by_account').on(table.accountId),
    ownHouseholdOnly('account_id'),
  ],
);

/** One photo in an album; its files are made before the row is written. */
export const photos = pgTable(
  'photos',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    albumId: uuid('album_id').notNull(),
    /** What it is shown as: the name of a picture of at most 2,560 pixels. */
    filename: text('filename').notNull(),
    /** The same in smaller sizes, by name: the smallest, the middle and the largest thumbnail. */
    thumbnails: text('thumbnails').array().notNull(),
    /** The file as it was uploaded, kept for the export. */
    original: text('original').notNull(),
    /** SHA-256 of the upload: the same file twice in a household is recognised. */
    originalHash: text('original_hash').notNull(),
    originalName: text('original_name').notNull(),
    originalType: text('original_type').notNull(),
    originalBytes: integer('original_bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    caption: text('caption').notNull().default(''),
    order: integer('order').notNull(),
    /** What the camera wrote, without a timezone: YYYY-MM-DDTHH:MM:SS. */
    takenAt: text('taken_at'),
    uploadedAt: instant('uploaded_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('photos_by_album').on(table.albumId, table.order),
    index('photos_by_upload').on(table.accountId, table.uploadedAt, table.id),
    uniqueIndex('photos_once').on(table.accountId, table.originalHash),
    index('photos_by_file').on(table.accountId, table.filename),
    index('photos_by_original').on(table.accountId, table.original),
    index('photos_by_thumbnail').using('gin', table.thumbnails),
    withinHousehold(table.albumId, table.accountId, photoAlbums).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** Until when a person has seen what was uploaded. */
export const photoLooks = pgTable(
  'photo_looks',
  {
    userId: uuid('user_id').notNull(),
    accountId: accountId(),
    seenUntil: instant('seen_until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.accountId] }),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
