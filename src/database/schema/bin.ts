import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './ground.ts';
import { identifiedTable, users } from './households.ts';

/** What was deleted and can be put back: its row as it was, and what it needs to be recognised by. */
export const bin = identifiedTable(
  'bin',
  (t) => ({
    /** The id that it had, and has again when it is put back. */
    id: t.uuid('id').notNull(),
    kind: t.text('kind').notNull(),
    /** The thing with which it was deleted, and with which alone it comes back or goes. */
    within: t.uuid('within'),
    name: t.text('name').notNull(),
    /** What is said of it beside its name, such as the album of a photo. */
    detail: t.text('detail').notNull().default(''),
    /** The name of the picture that stands for it. */
    thumbnail: t.text('thumbnail'),
    /** The names of all files that it keeps in the store. */
    files: t.text('files').array().notNull().default([]),
    /** Of the household's room, which it takes until it is erased. */
    bytes: t.bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** The columns of its row by their names in the database, or what else it takes to put it back. */
    row: t.jsonb('row').$type<Readonly<Record<string, unknown>>>().notNull(),
    deletedAt: instant('deleted_at').notNull(),
    deletedBy: t.uuid('deleted_by'),
    /** As they were called then. */
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
