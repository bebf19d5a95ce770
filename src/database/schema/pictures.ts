import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './ground.ts';
import { accountId } from './households.ts';

/** A picture of a household in the file store; its row is written when the file is safe there. */
export const pictures = pgTable(
  'pictures',
  {
    accountId: accountId(),
    /** The SHA-256 of its bytes and the ending of its type: `3f…c9.webp`. */
    filename: text('filename').notNull(),
    /** What it is shown for, `pill`, `photo` or `thumbnail`; `released` until its file has gone. */
    purpose: text('purpose').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.filename] }),
    index('pictures_by_age').on(table.createdAt),
    ownHouseholdOnly('account_id'),
  ],
);
