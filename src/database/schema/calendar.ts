import { boolean, date, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, ownHouseholdOnly, version, withinHousehold } from './ground.ts';
import { accountId, householdKey, users } from './households.ts';

export const calendarEvents = pgTable(
  'calendar_events',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** The elder it is for; null is the household. */
    userId: uuid('user_id'),
    title: text('title').notNull(),
    description: text('description').notNull().default(''),
    /** Local date of the first occurrence. */
    eventDate: date('event_date', { mode: 'string' }).notNull(),
    /** Local times, HH:MM; null for events of the whole day. */
    startTime: text('start_time'),
    endTime: text('end_time'),
    eventType: text('event_type').notNull(),
    /** daily, weekly, monthly or yearly; null when it happens once. */
    recurringFrequency: text('recurring_frequency'),
    /** Local date of the last day on which it may recur, inclusive. */
    recurringUntil: date('recurring_until', { mode: 'string' }),
    /** Local dates on which it does not happen. */
    skippedDates: date('skipped_dates', { mode: 'string' }).array().notNull(),
    allDay: boolean('all_day').notNull(),
    createdAt: instant('created_at').notNull(),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    index('calendar_events_by_date').on(table.accountId, table.eventDate),
    withinHousehold(table.userId, table.accountId, users).onDelete('set null'),
    ownHouseholdOnly('account_id'),
  ],
);

/** The secret address under which a household's calendar can be read by calendar programs. */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    accountId: householdKey(),
    /** SHA-256 of the secret, hexadecimal. */
    secretHash: text('secret_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Whose it is, and with whom it goes; null for one of an earlier version. */
    madeBy: uuid('made_by'),
  },
  (table) => [
    unique().on(table.secretHash, table.accountId),
    withinHousehold(table.madeBy, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
