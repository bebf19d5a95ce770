import { foreignKey, index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { householdTable } from './households.ts';
import { photoAlbums } from './photos.ts';

/** A resumable upload of a photo. It is deleted a day after its last chunk. */
export const photoUploads = householdTable(
  'photo_uploads',
  ['accountId', 'key'],
  (t) => ({
    /** Created by the sending device, so that it can resume the upload. */
    key: t.text('key').notNull(),
    albumId: t.uuid('album_id').notNull(),
    /** File name on the device. */
    name: t.text('name').notNull(),
    /** Size of the whole file, and its SHA-256. */
    bytes: t.integer('bytes').notNull(),
    sha256: t.text('sha256').notNull(),
    /** Number of bytes stored so far, which is the offset of the next chunk. */
    received: t.integer('received').notNull().default(0),
    touchedAt: instant('touched_at').notNull(),
    /** The photo that the upload created, even if the photo was deleted since; null until then. */
    photoId: t.uuid('photo_id'),
  }),
  (table) => [
    index('photo_uploads_by_album').on(table.albumId),
    index('photo_uploads_by_age').on(table.touchedAt),
    withinHousehold(table.albumId, table.accountId, photoAlbums).onDelete('cascade'),
  ],
);

/** A chunk in the file store; its row is written after the file is stored. */
export const photoPieces = householdTable(
  'photo_pieces',
  ['accountId', 'key', 'start'],
  (t) => ({
    key: t.text('key').notNull(),
    /** Offset of its first byte in the whole file. */
    start: t.integer('start').notNull(),
    filename: t.text('filename').notNull(),
  }),
  (table) => [
    foreignKey({
      columns: [table.accountId, table.key],
      foreignColumns: [photoUploads.accountId, photoUploads.key],
    }).onDelete('cascade'),
    index('photo_pieces_by_file').on(table.accountId, table.filename),
  ],
);
