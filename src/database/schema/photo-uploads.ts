import { foreignKey, index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './ground.ts';
import { householdTable } from './households.ts';
import { photoAlbums } from './photos.ts';

/** A photo that comes in pieces (a resumable upload), until a day after its last piece. */
export const photoUploads = householdTable(
  'photo_uploads',
  ['accountId', 'key'],
  (t) => ({
    /** Made by the device that sends it: by it the same upload is known again. */
    key: t.text('key').notNull(),
    albumId: t.uuid('album_id').notNull(),
    /** As the device calls the file. */
    name: t.text('name').notNull(),
    /** Of the whole file, and its SHA-256. */
    bytes: t.integer('bytes').notNull(),
    sha256: t.text('sha256').notNull(),
    /** How many of its bytes are safe here, from the first: the offset of the next piece. */
    received: t.integer('received').notNull().default(0),
    touchedAt: instant('touched_at').notNull(),
    /** The photo that it has become, also when that was deleted since; null until then. */
    photoId: t.uuid('photo_id'),
  }),
  (table) => [
    index('photo_uploads_by_album').on(table.albumId),
    index('photo_uploads_by_age').on(table.touchedAt),
    withinHousehold(table.albumId, table.accountId, photoAlbums).onDelete('cascade'),
  ],
);

/** A piece of it in the file store; its row is written when the file is safe there. */
export const photoPieces = householdTable(
  'photo_pieces',
  ['accountId', 'key', 'start'],
  (t) => ({
    key: t.text('key').notNull(),
    /** The place of its first byte in the whole file. */
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
