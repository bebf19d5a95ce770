import {
  boolean,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ownHouseholdOnly, version } from './ground.ts';
import { accountId, householdKey } from './households.ts';

export const settings = pgTable(
  'settings',
  {
    accountId: householdKey(),
    appName: text('app_name').notNull(),
    timezone: text('timezone').notNull(),
    defaultCity: text('default_city').notNull(),
    defaultState: text('default_state').notNull(),
    defaultPostalCode: text('default_postal_code').notNull(),
    defaultCountry: text('default_country').notNull(),
    temperatureUnit: text('temperature_unit').notNull(),
    requireLongPress: boolean('require_long_press').notNull(),
    medicationAlarmEnabled: boolean('medication_alarm_enabled').notNull(),
    alarmRepeatMinutes: integer('alarm_repeat_minutes').notNull(),
    googleMeetRoomUrl: text('google_meet_room_url').notNull(),
    voiceGuidanceEnabled: boolean('voice_guidance_enabled').notNull(),
    autoplayEnabled: boolean('autoplay_enabled').notNull(),
    photoVoiceGuidanceEnabled: boolean('photo_voice_guidance_enabled').notNull(),
    defaultToSlideshow: boolean('default_to_slideshow').notNull(),
    slideshowDisplayDuration: integer('slideshow_display_duration').notNull(),
    /** Whether it is to be asked whose the medications without a person are. */
    askWhoseMedications: boolean('ask_whose_medications').notNull().default(true),
    /** Whether doses of one minute are one reminder; nobody has said so yet: one at a time. */
    remindersOfOneTime: text('reminders_of_one_time', {
      enum: ['undecided', 'separate', 'together'],
    })
      .notNull()
      .default('undecided'),
    /** Whether the first steps stand in Today, as long as one is left to do. */
    showFirstSteps: boolean('show_first_steps').notNull().default(true),
    version: version(),
  },
  () => [ownHouseholdOnly('account_id')],
);

export const homeButtons = pgTable(
  'home_buttons',
  {
    id: uuid('id').notNull(),
    accountId: accountId(),
    buttonKey: text('button_key').notNull(),
    label: text('label').notNull(),
    icon: text('icon').notNull(),
    route: text('route').notNull(),
    isEnabled: boolean('is_enabled').notNull(),
    order: integer('order').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.accountId] }),
    uniqueIndex('home_buttons_one_of_each').on(table.accountId, table.buttonKey),
    ownHouseholdOnly('account_id'),
  ],
);
