import { index, unique } from 'drizzle-orm/pg-core';
import { sessions } from './access.ts';
import { instant, version, withinHousehold } from './columns.ts';
import { householdTable, users } from './households.ts';

/** Accessibility settings of an elder; without a row the defaults apply. */
export const accessibilityPreferences = householdTable(
  'accessibility_preferences',
  ['userId', 'accountId'],
  (t) => ({
    userId: t.uuid('user_id').notNull(),
    holdMs: t.integer('hold_ms').notNull().default(0),
    driftPx: t.integer('drift_px').notNull().default(40),
    repeatMs: t.integer('repeat_ms').notNull().default(800),
    textSize: t.integer('text_size').notNull().default(100),
    contrast: t.text('contrast').notNull().default('normal'),
    motion: t.text('motion').notNull().default('normal'),
    alarmTone: t.text('alarm_tone').notNull().default('clear'),
    alarmLoudness: t.integer('alarm_loudness').notNull().default(100),
    screenFlash: t.boolean('screen_flash').notNull().default(false),
    speechRate: t.integer('speech_rate').notNull().default(90),
    speechVolume: t.integer('speech_volume').notNull().default(100),
    hand: t.text('hand').notNull().default('right'),
    version: version(),
  }),
  (table) => [withinHousehold(table.userId, table.accountId, users).onDelete('cascade')],
);

/** The latest request from the panel to start the touch fitting on a device of an elder. */
export const fittingRequests = householdTable(
  'fitting_requests',
  ['sessionId', 'accountId'],
  (t) => ({
    sessionId: t.uuid('session_id').notNull(),
    id: t.uuid('id').notNull(),
    /** The elder who uses the device. */
    userId: t.uuid('user_id').notNull(),
    /** First name of the requester at the time of the request. */
    askedBy: t.text('asked_by').notNull(),
    /**
     * State of the request: `waiting`, `shown`, `under-way`, `done`, `refused` or `canceled`.
     * `stateAt` is the time of the last change.
     */
    state: t.text('state').notNull(),
    stateAt: instant('state_at').notNull(),
    /** Settings that the fitting proposes; null until it is done. */
    proposed: t.jsonb('proposed').$type<Readonly<Record<string, unknown>>>(),
  }),
  (table) => [
    unique().on(table.id, table.accountId),
    index('fitting_requests_by_account').on(table.accountId),
    withinHousehold(table.sessionId, table.accountId, sessions).onDelete('cascade'),
    withinHousehold(table.userId, table.accountId, users).onDelete('cascade'),
  ],
);
