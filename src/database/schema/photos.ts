import { index, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { householdTable, identifiedTable, users } from './households.ts';

export const photoAlbums = identifiedTable(
  'photo_albums',
  (t) => ({
    name: t.text('name').notNull(),
    description: t.text('description').notNull().default(''),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [index('photo_albums_by_account').on(table.accountId)],
);

/** A photo in an album; its files are stored before the row is written. */
export const photos = identifiedTable(
  'photos',
  (t) => ({
    albumId: t.uuid('album_id').notNull(),
    /** File name of the picture that screens show; its longer side has at most 2,560 pixels. */
    filename: t.text('filename').notNull(),
    /** File names of the thumbnails: the smallest, the middle and the largest. */
    thumbnails: t.text('thumbnails').array().notNull(),
    /** File name of the uploaded original, retained for the export. */
    original: t.text('original').notNull(),
    /** SHA-256 of the upload, which detects duplicates within a household. */
    originalHash: t.text('original_hash').notNull(),
    originalName: t.text('original_name').notNull(),
    originalType: t.text('original_type').notNull(),
    originalBytes: t.integer('original_bytes').notNull(),
    width: t.integer('width').notNull(),
    height: t.integer('height').notNull(),
    caption: t.text('caption').notNull().default(''),
    order: t.integer('order').notNull(),
    /** Camera time without a time zone: YYYY-MM-DDTHH:MM:SS. */
    takenAt: t.text('taken_at'),
    uploadedAt: instant('uploaded_at').notNull(),
  }),
  (table) => [
    index('photos_by_album').on(table.albumId, table.order),
    index('photos_by_upload').on(table.accountId, table.uploadedAt, table.id),
    uniqueIndex('photos_once').on(table.accountId, table.originalHash),
    index('photos_by_file').on(table.accountId, table.filename),
    index('photos_by_original').on(table.accountId, table.original),
    index('photos_by_thumbnail').using('gin', table.thumbnails),
    withinHousehold(table.albumId, table.accountId, photoAlbums).onDelete('cascade'),
  ],
);

/** The last upload time up to which a person has seen the photos. */
export const photoLooks = householdTable(
  'photo_looks',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    seenUntil: instant('seen_until').notNull(),
  }),
  (table) => [withinHousehold(table.userId, table.accountId, users).onDelete('cascade')],
);
