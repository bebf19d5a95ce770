import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './columns.ts';
import { accounts } from './households.ts';

/**
 * The job queue. It contains single jobs, which are deleted when they are done; recurring jobs,
 * which have an empty key; and failed work items of recurring jobs.
 */
export const jobs = pgTable(
  'jobs',
  (t) => ({
    kind: t.text('kind').notNull(),
    /**
     * Subject of the job, such as the id of an email or a household. Unique for each kind of job.
     */
    key: t.text('key').notNull(),
    /** Bulkhead: jobs of one lane, such as one recipient, cannot block the others. */
    lane: t.text('lane').notNull().default(''),
    /**
     * The household of the job. A job without a household is visible only in system transactions.
     */
    accountId: t.uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** True if the job runs before other jobs of its kind. */
    urgent: t.boolean('urgent').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    runAt: instant('run_at').notNull(),
    attempts: t.integer('attempts').notNull().default(0),
    /** Lease of the process that runs the job, and its expiry by the database's clock. */
    lease: t.uuid('lease'),
    leaseUntil: instant('lease_until'),
    /** Class and code of the last error, without its message. */
    lastError: t.text('last_error'),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    index('jobs_due').on(table.kind, table.lane, table.runAt),
    index('jobs_by_account').on(table.accountId),
    ownHouseholdOnly('account_id'),
  ],
);
