import { index, unique } from 'drizzle-orm/pg-core';
import { instant, version, withinHousehold } from './columns.ts';
import { householdRow, identifiedTable, users } from './households.ts';

export const calendarEvents = identifiedTable(
  'calendar_events',
  (t) => ({
    /** The elder whom the event is for; null means the whole household. */
    userId: t.uuid('user_id'),
    title: t.text('title').notNull(),
    description: t.text('description').notNull().default(''),
    /** Local date of the first occurrence. */
    eventDate: t.date('event_date', { mode: 'string' }).notNull(),
    /** Local times, HH:MM; null for all-day events. */
    startTime: t.text('start_time'),
    endTime: t.text('end_time'),
    eventType: t.text('event_type').notNull(),
    /** daily, weekly, monthly or yearly; null for a single event. */
    recurringFrequency: t.text('recurring_frequency'),
    /** Last local date on which it may recur, inclusive. */
    recurringUntil: t.date('recurring_until', { mode: 'string' }),
    /** Local dates on which a recurring event has no occurrence. */
    skippedDates: t.date('skipped_dates', { mode: 'string' }).array().notNull(),
    allDay: t.boolean('all_day').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  }),
  (table) => [
    index('calendar_events_by_date').on(table.accountId, table.eventDate),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);

/** The secret URL at which calendar programs can read a household's calendar. */
export const calendarFeeds = householdRow(
  'calendar_feeds',
  (t) => ({
    /** SHA-256 of the secret, hexadecimal. */
    secretHash: t.text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /**
     * The person who created the feed; removing that person deletes the feed. Null for a feed of an
     * earlier version.
     */
    madeBy: t.uuid('made_by'),
  }),
  (table) => [
    unique().on(table.secretHash, table.accountId),
    withinHousehold(table.madeBy, table.accountId, users).onDelete('cascade'),
  ],
);
