import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId } from './households.ts';
import { photoAlbums } from './photos.ts';

/** A photo that comes in pieces (a resumable upload), until a day after its last piece. */
export const photoUploads = pgTable(
  'photo_uploads',
  {
    accountId: accountId(),
    /** Made by the device that sends it: by it the same upload is known again. */
    key: text('key').notNull(),
    albumId: uuid('album_id').notNull(),
    /** As the device calls the file. */
    name: text('name').notNull(),
    /** Of the whole file, and its SHA-256. */
    bytes: integer('bytes').notNull(),
    sha256: text('sha256').notNull(),
    /** How many of its bytes are safe here, from the first: the offset of the next piece. */
    received: integer('received').notNull().default(0),
    touchedAt: instant('touched_at').notNull(),
    /** The photo that it has become, also when that was deleted since; null until then. */
    photoId: uuid('photo_id'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('photo_uploads_by_album').on(table.albumId),
    index('photo_uploads_by_age').on(table.touchedAt),
    withinHousehold(table.albumId, table.accountId, photoAlbums).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** A piece of it in the file store; its row is written when the file is safe there. */
export const photoPieces = pgTable(
  'photo_pieces',
  {
    accountId: accountId(),
    key: text('key').notNull(),
    /** The place of its first byte in the whole file. */
    start: integer('start').notNull(),
    filename: text('filename').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key, table.start] }),
    foreignKey({
      columns: [table.accountId, table.key],
      foreignColumns: [photoUploads.accountId, photoUploads.key],
    }).onDelete('cascade'),
    index('photo_pieces_by_file').on(table.accountId, table.filename),
    ownHouseholdOnly('account_id'),
  ],
);
