import { sql } from 'drizzle-orm';
import { pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './columns.ts';

/**
 * Committed changes that are not published to the other servers yet (a transactional outbox). A row
 * is deleted when it is published. The table is unlogged: a crash of PostgreSQL empties it, but the
 * crash also closes every connection that would have received the messages. No foreign key to the
 * household, because the deletion of a household is announced too.
 */
export const announcements = pgTable(
  'announcements',
  (t) => ({
    id: t.uuid('id').notNull(),
    /** Id of the process that wrote the row. */
    origin: t.text('origin').notNull(),
    accountId: t.uuid('account_id').notNull(),
    /**
     * The changed topics: `sessions`, or `answers` followed by the first path segments of the
     * changed calls.
     */
    what: t.text('what').notNull(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  }),
  (table) => [primaryKey({ columns: [table.id, table.accountId] }), ownHouseholdOnly('account_id')],
);
