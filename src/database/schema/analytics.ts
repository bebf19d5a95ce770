import { index } from 'drizzle-orm/pg-core';
import { instant, withinHousehold } from './ground.ts';
import { householdRow, householdTable, users } from './households.ts';

/**
 * What was opened and for how long, as the elder's screens tell it; old ones are swept away. In parts by
 * the month of `happenedAt` (see `parts.ts`), so that the key contains it: an id alone is held by nothing.
 */
export const analyticsEvents = householdTable(
  'analytics_events',
  ['accountId', 'happenedAt', 'id'],
  (t) => ({
    id: t.uuid('id').notNull(),
    userId: t.uuid('user_id').notNull(),
    /** photos, watch, listen, read, call or myday. */
    activity: t.text('activity').notNull(),
    /** Such as watch_started and watch_ended. */
    content: t.text('content').notNull(),
    /** The video, playlist or article; it may be gone by now. */
    itemId: t.uuid('item_id'),
    /** What it was called then; null when the household had none of that id. */
    itemTitle: t.text('item_title'),
    durationSeconds: t.integer('duration_seconds').notNull(),
    happenedAt: instant('happened_at').notNull(),
  }),
  (table) => [
    index('analytics_events_by_id').on(table.id),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** What a day came to in one activity. The day is the one that it was for the household then. */
export const analyticsDays = householdTable(
  'analytics_days',
  ['accountId', 'day', 'activity'],
  (t) => ({
    day: t.date('day', { mode: 'string' }).notNull(),
    activity: t.text('activity').notNull(),
    /** How often the screen was opened, and a thing of it. */
    visits: t.integer('visits').notNull(),
    openings: t.integer('openings').notNull(),
    visitSeconds: t.integer('visit_seconds').notNull(),
    openingSeconds: t.integer('opening_seconds').notNull(),
    endedVisits: t.integer('ended_visits').notNull(),
    endedOpenings: t.integer('ended_openings').notNull(),
  }),
);

/** All days of one activity together, so that years of them cost nothing to read. */
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

/** How often each video, playlist and article was opened; it may be gone by now. */
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

/** How often anybody of the household has signed in, and when last. */
export const analyticsLogins = householdRow('analytics_logins', (t) => ({
  total: t.integer('total').notNull(),
  lastAt: instant('last_at').notNull(),
}));
