import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './columns.ts';
import { householdRow, householdTable, users } from './households.ts';

/**
 * Usage events from the elder's screens; old ones are deleted. Partitioned by the month of
 * `happenedAt` (see `partitions.ts`), so the primary key includes it, and `id` alone is not unique.
 */
export const analyticsEvents = householdTable(
  'analytics_events',
  ['accountId', 'happenedAt', 'id'],
  (t) => ({
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** Section of the elder's screens: photos, watch, listen, read, call or myday. */
    activity: t.text('activity').notNull(),
    /** An event name, for example watch_started or watch_ended. */
    content: t.text('content').notNull(),
    /** The video, playlist or article, which may have been deleted since. */
    itemId: t.uuid('item_id'),
    /**
     * Title of the item when the event happened; null if the household had no item with that id.
     */
    itemTitle: t.text('item_title'),
    durationSeconds: t.integer('duration_seconds').notNull(),
    happenedAt: instant('happened_at').notNull(),
  }),
  (table) => [
    index('analytics_events_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** Totals of one activity on one day. The day is the local date of the household at that time. */
export const analyticsDays = householdTable(
  'analytics_days',
  ['accountId', 'day', 'activity'],
  (t) => ({
    day: t.date('day', { mode: 'string' }).notNull(),
    activity: t.text('activity').notNull(),
    /** Number of times that the screen and one of its items were opened. */
    visits: t.integer('visits').notNull(),
    openings: t.integer('openings').notNull(),
    visitSeconds: t.integer('visit_seconds').notNull(),
    openingSeconds: t.integer('opening_seconds').notNull(),
    endedVisits: t.integer('ended_visits').notNull(),
    endedOpenings: t.integer('ended_openings').notNull(),
  }),
);

/**
 * Totals of one activity over all days, so that showing them does not require reading the days of
 * many years.
 */
export const analyticsTotals = householdTable(
  'analytics_totals',
  ['accountId', 'activity'],
  (t) => ({
    activity: t.text('activity').notNull(),
    views: t.integer('views').notNull(),
    sessions: t.integer('sessions').notNull(),
    seconds: t.bigint('seconds', { mode: 'number' }).notNull(),
  }),
);

/**
 * Number of times that each video, playlist and article was opened. The item may have been deleted
 * since.
 */
export const analyticsItems = householdTable(
  'analytics_items',
  ['accountId', 'itemId'],
  (t) => ({
    itemId: t.uuid('item_id').notNull(),
    activity: t.text('activity').notNull(),
    openings: t.integer('openings').notNull(),
    lastAt: instant('last_at').notNull(),
  }),
  (table) => [
    index('analytics_items_by_openings').on(table.accountId, table.activity, table.openings),
  ],
);

/** Number of sign-ins to the household, and the time of the last one. */
export const analyticsLogins = householdRow('analytics_logins', (t) => ({
  total: t.integer('total').notNull(),
  lastAt: instant('last_at').notNull(),
}));
