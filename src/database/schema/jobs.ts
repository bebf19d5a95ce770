import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './ground.ts';
import { accounts } from './households.ts';

/**
 * What is to be done by itself (a job queue): single jobs, which go when they are done; with an
 * empty key the turns of a recurring job; and the pieces of one that have failed.
 */
export const jobs = pgTable(
  'jobs',
  (t) => ({
    kind: t.text('kind').notNull(),
    /** Names what it is about: a letter, a household. Of a kind and a key there is one job. */
    key: t.text('key').notNull(),
    /** Bulkhead: to whom it goes, where one of several that hangs must not hold up the others. */
    lane: t.text('lane').notNull().default(''),
    /** Whose it is; what is no household's is seen by the system alone. */
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Goes before the others of its kind. */
    urgent: t.boolean('urgent').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** Not before this. */
    runAt: instant('run_at').notNull(),
    attempts: t.integer('attempts').notNull().default(0),
    /** Of the one that is at it, and until when it is held, by the database's clock. */
    lease: t.uuid('lease'),
    leaseUntil: instant('lease_until'),
    /** The class and code of what failed last, without anybody's words. */
    lastError: t.text('last_error'),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index('jobs_due').on(table.kind, table.lane, table.runAt),
    index('jobs_by_account').on(table.accountId),
    ownHouseholdOnly('account_id'),
  ],
);
