import { index } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { householdTable } from './households.ts';

/** A picture of a household in the file store; its row is written after the file is stored. */
export const pictures = householdTable(
  'pictures',
  ['accountId', 'filename'],
  (t) => ({
    /** SHA-256 of its content with the file extension: `3f…c9.webp`. */
    filename: t.text('filename').notNull(),
    /** Purpose: `pill`, `photo` or `thumbnail`; `released` until its file is deleted. */
    purpose: t.text('purpose').notNull(),
    width: t.integer('width').notNull(),
    height: t.integer('height').notNull(),
    bytes: t.integer('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  }),
  (table) => [index('pictures_by_age').on(table.createdAt)],
);
