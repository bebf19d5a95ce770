import { sql } from 'drizzle-orm';
import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './ground.ts';

/**
 * What commits have changed and no other server has been told yet (a transactional outbox). A row is
 * there with its commit and goes with its telling. Unlogged: a crash of PostgreSQL empties it, and
 * with it goes every line on which somebody would have heard. No household is referred to: that one
 * is gone is told too.
 */
export const announcements = pgTable(
  'announcements',
  (t) => ({
    id: t.uuid('id').notNull(),
    /** The process that wrote it. */
    origin: t.text('origin').notNull(),
    accountId: t.uuid('account_id').notNull(),
    /** `sessions`, or `answers` and the first word of their paths. */
    what: t.text('what').notNull(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [primaryKey({ columns: [table.id, table.accountId] }), ownHouseholdOnly('account_id')],
);
