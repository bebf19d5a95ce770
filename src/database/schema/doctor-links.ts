import { index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

/** Links by which a doctor reads the page of one elder, without signing in, until they end. */
export const doctorLinks = pgTable(
  'doctor_links',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** Whose page it shows. */
    userId: uuid('user_id').notNull(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** With whom it ends, when they leave the household. */
    madeBy: uuid('made_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openings: integer('openings').notNull().default(0),
    /** When it was opened last. */
    openedAt: instant('opened_at'),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    unique().on(table.tokenHash, table.accountId),
    index('doctor_links_by_account').on(table.accountId, table.createdAt),
    index('doctor_links_by_expiry').on(table.expiresAt),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    withinHousehold(table.madeBy, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
