import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './ground.ts';
import { householdTable, users } from './households.ts';

/** In parts by the month of `at` (see `parts.ts`), so that the key contains it. */
export const auditEntries = householdTable(
  'audit_entries',
  ['accountId', 'at', 'id'],
  (t) => ({
    id: t.uuid('id').notNull(),
    at: instant('at').notNull(),
    /** Such as `signed-in` or `medication-changed`; the words are the audit feature's. */
    action: t.text('action').notNull(),
    /** Null when nobody was signed in, or the person has been removed since. */
    userId: t.uuid('user_id'),
    /** As they were then: names stay readable when people have gone. */
    personName: t.text('person_name').notNull(),
    /** What it was about, in words a family reads; never a password, a token or an address. */
    subject: t.text('subject').notNull(),
    address: t.text('address').notNull(),
    deviceName: t.text('device_name').notNull(),
  }),
  (table) => [
    index('audit_entries_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
  ],
);
