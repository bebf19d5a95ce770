import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { ownHouseholdOnly, version } from './ground.ts';
import { accountId, users } from './households.ts';

/** Of an elder for whom nothing was set there is no row. */
export const accessibilityPreferences = pgTable(
  'accessibility_preferences',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
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
  () => [ownHouseholdOnly('account_id')],
);
