import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly } from './ground.ts';
import { accountId, users } from './households.ts';

/** What was opened and for how long, as the elder's screens tell it. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** photos, watch, listen, read, call or myday. */
    activity: text('activity').notNull(),
    /** Such as watch_started and watch_ended. */
    content: text('content').notNull(),
    /** The video, playlist or article; it may be gone by now. */
    itemId: uuid('item_id'),
    durationSeconds: integer('duration_seconds').notNull(),
    happenedAt: instant('happened_at').notNull(),
  },
  (table) => [
    index('analytics_events_by_time').on(table.accountId, table.happenedAt),
    ownHouseholdOnly('account_id'),
  ],
);
