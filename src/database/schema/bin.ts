import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { identifiedTable, users } from './households.ts';

/**
 * Deleted items that can be restored: the data of the deleted row, and its description for the list
 * of deleted items.
 */
export const bin = identifiedTable(
  'bin',
  (t) => ({
    id: t.uuid('id').notNull(),
    kind: t.text('kind').notNull(),
    /**
     * Id of the item together with which this one was deleted, such as the album of a photo; it can
     * only be restored or erased together with that item.
     */
    within: t.uuid('within'),
    name: t.text('name').notNull(),
    /** Further description, for example the album of a photo. */
    detail: t.text('detail').notNull().default(''),
    /** File name of the picture that represents it. */
    thumbnail: t.text('thumbnail'),
    /** Names of all files of the item in the file store. */
    files: t.text('files').array().notNull().default([]),
    /** Size of the files, which counts toward the household's quota until the item is erased. */
    bytes: t.bigint('bytes', { mode: 'number' }).notNull().default(0),
    /**
     * The columns of the deleted row by their database names, or other data that a restore needs.
     */
    row: t.jsonb('row').$type<Readonly<Record<string, unknown>>>().notNull(),
    deletedAt: instant('deleted_at').notNull(),
    deletedBy: t.uuid('deleted_by'),
    /** Name of the person who deleted the item, at that time. */
    deletedByName: t.text('deleted_by_name').notNull(),
  }),
  (table) => [
    index('bin_newest').on(table.accountId, table.deletedAt, table.id),
    index('bin_by_age').on(table.deletedAt),
    index('bin_within').on(table.within),
    index('bin_by_file').using('gin', table.files),
    withinHousehold(table.deletedBy, table.accountId, users).onDelete('set null'),
  ],
);
