import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { householdTable, users } from './households.ts';

/** Partitioned by the month of `at` (see `partitions.ts`), so the primary key includes it. */
export const auditEntries = householdTable(
  'audit_entries',
  ['accountId', 'at', 'id'],
  (t) => ({
    id: t.uuid('id').notNull(),
    at: instant('at').notNull(),
    /** An action such as `signed-in` or `medication-changed`; the audit feature defines them. */
    action: t.text('action').notNull(),
    /** Null if there was no signed-in person, or the person has been removed since. */
    userId: t.uuid('user_id'),
    /** Name of the person at that time, which stays readable after the person is removed. */
    personName: t.text('person_name').notNull(),
    /**
     * Subject of the action in everyday words; never contains a password, a token or an address.
     */
    subject: t.text('subject').notNull(),
    address: t.text('address').notNull(),
    deviceName: t.text('device_name').notNull(),
  }),
  (table) => [
    index('audit_entries_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
  ],
);
