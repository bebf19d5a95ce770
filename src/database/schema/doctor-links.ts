import { index, unique } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { identifiedTable, users } from './households.ts';

/**
 * Links with which a doctor can read the page of one elder without signing in, until they expire.
 */
export const doctorLinks = identifiedTable(
  'doctor_links',
  (t) => ({
    /** The elder whose data the page shows. */
    userId: t.uuid('user_id').notNull(),
    /** SHA-256 of the token in the link, hexadecimal. */
    tokenHash: t.text('token_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The administrator who created the link; removing that person deletes the link. */
    madeBy: t.uuid('made_by').notNull(),
    expiresAt: instant('expires_at').notNull(),
    openings: t.integer('openings').notNull().default(0),
    openedAt: instant('opened_at'),
  }),
  (table) => [
    unique().on(table.tokenHash, table.accountId),
    index('doctor_links_by_account').on(table.accountId, table.createdAt),
    index('doctor_links_by_expiry').on(table.expiresAt),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    withinHousehold(table.madeBy, table.accountId, users).onDelete('cascade'),
  ],
);
