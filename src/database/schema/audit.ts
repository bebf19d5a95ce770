import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

/** In parts by the month of `at` (see `parts.ts`), so that the key contains it. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    at: instant('at').notNull(),
    /** Such as `signed-in` or `medication-changed`; the words are the audit feature's. */
    action: text('action').notNull(),
    /** Null when nobody was signed in, or the person has been removed since. */
    userId: uuid('user_id'),
    /** As they were then: names stay readable when people have gone. */
    personName: text('person_name').notNull(),
    /** What it was about, in words a family reads; never a password, a token or an address. */
    subject: text('subject').notNull(),
    address: text('address').notNull(),
    deviceName: text('device_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.at, table.id] }),
    index('audit_entries_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);
