import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { sessions } from './access.ts';
import { instant, ownHouseholdOnly, version, withinHousehold } from './ground.ts';
import { accountId, users } from './households.ts';

/** Of an elder for whom nothing was set there is no row. */
export const accessibilityPreferences = pgTable(
  'accessibility_preferences',
  {
    userId: uuid('user_id').notNull(),
    accountId: accountId(),
    holdMs: integer('hold_ms').notNull().default(0),
    driftPx: integer('drift_px').notNull().default(40),
    repeatMs: integer('repeat_ms').notNull().default(800),
    textSize: integer('text_size').notNull().default(100),
    contrast: text('contrast').notNull().default('normal'),
    motion: text('motion').notNull().default('normal'),
    alarmTone: text('alarm_tone').notNull().default('clear'),
    alarmLoudness: integer('alarm_loudness').notNull().default(100),
    screenFlash: boolean('screen_flash').notNull().default(false),
    speechRate: integer('speech_rate').notNull().default(90),
    speechVolume: integer('speech_volume').notNull().default(100),
    hand: text('hand').notNull().default('right'),
    version: version(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.accountId] }),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);

/** What a device of an elder was asked for last: the fitting, by somebody elsewhere. */
export const fittingRequests = pgTable(
  'fitting_requests',
  {
    sessionId: uuid('session_id').notNull(),
    id: uuid('id').notNull(),
    accountId: accountId(),
    /** Whose device it is. */
    userId: uuid('user_id').notNull(),
    /** By the first name of then. */
    askedBy: text('asked_by').notNull(),
    /** `waiting`, `shown`, `under-way`, `done`, `refused` or `canceled`, and since when. */
    state: text('state').notNull(),
    stateAt: instant('state_at').notNull(),
    /** What it proposes; null until it is done. */
    proposed: jsonb('proposed').$type<Readonly<Record<string, unknown>>>(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.accountId] }),
    unique().on(table.id, table.accountId),
    index('fitting_requests_by_account').on(table.accountId),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
    ownHouseholdOnly('account_id'),
  ],
);
