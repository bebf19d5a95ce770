import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, withinHousehold } from './ground.ts';
import { accountId, householdKey, users } from './households.ts';

/**
 * What was opened and for how long, as the elder's screens tell it; old ones are swept away. In parts by
 * the month of `happenedAt` (see `parts.ts`), so that the key contains it: an id alone is held by nothing.
 */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    userId: uuid('user_id').notNull(),
    /** photos, watch, listen, read, call or myday. */
    activity: text('activity').notNull(),
    /** Such as watch_started and watch_ended. */
    content: text('content').notNull(),
    /** The video, playlist or article; it may be gone by now. */
    itemId: uuid('item_id'),
    /** What it was called then; null when the household had none of that id. */
    itemTitle: text('item_title'),
    durationSeconds: integer('duration_seconds').notNull(),
    happenedAt: instant('happened_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.happenedAt, table.id] }),
    index('analytics_events_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What a day came to in one activity. The day is the one that it was for the household then. */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    accountId: accountId(),
    day: date('day', { mode: 'string' }).notNull(),
    activity: text('activity').notNull(),
    /** How often the screen was opened, and a thing of it. */
    visits: integer('visits').notNull(),
    openings: integer('openings').notNull(),
    visitSeconds: integer('visit_seconds').notNull(),
    openingSeconds: integer('opening_seconds').notNull(),
    endedVisits: integer('ended_visits').notNull(),
    endedOpenings: integer('ended_openings').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.day, table.activity] }),
    ownHouseholdOnly('account_id'),
  ],
);

/** All days of one activity together, so that years of them cost nothing to read. */
export const analyticsTotals = pgTable(
  'analytics_totals',
  {
    accountId: accountId(),
    activity: text('activity').notNull(),
    views: integer('views').notNull(),
    sessions: integer('sessions').notNull(),
    seconds: bigint('seconds', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.activity] }),
    ownHouseholdOnly('account_id'),
  ],
);

/** How often each video, playlist and article was opened; it may be gone by now. */
export const analyticsItems = pgTable(
  'analytics_items',
  {
    accountId: accountId(),
    itemId: uuid('item_id').notNull(),
    activity: text('activity').notNull(),
    openings: integer('openings').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.itemId] }),
    index('analytics_items_by_openings').on(table.accountId, table.activity, table.openings),
    ownHouseholdOnly('account_id'),
  ],
);

/** How often anybody of the household has signed in, and when last. */
export const analyticsLogins = pgTable(
  'analytics_logins',
  {
    accountId: householdKey(),
    total: integer('total').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  () => [ownHouseholdOnly('account_id')],
);
