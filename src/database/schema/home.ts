import { uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, version } from './columns.ts';
import { householdRow, identifiedTable } from './households.ts';

export const settings = householdRow('settings', (t) => ({
  appName: t.text('app_name').notNull(),
  timezone: t.text('timezone').notNull(),
  /** The time zone before the last change, while that change can be undone. */
  previousTimezone: t.text('previous_timezone'),
  timezoneChangedAt: instant('timezone_changed_at'),
  defaultCity: t.text('default_city').notNull(),
  defaultState: t.text('default_state').notNull(),
  defaultPostalCode: t.text('default_postal_code').notNull(),
  defaultCountry: t.text('default_country').notNull(),
  temperatureUnit: t.text('temperature_unit').notNull(),
  requireLongPress: t.boolean('require_long_press').notNull(),
  medicationAlarmEnabled: t.boolean('medication_alarm_enabled').notNull(),
  alarmRepeatMinutes: t.integer('alarm_repeat_minutes').notNull(),
  /** Duration of a snooze. */
  snoozeMinutes: t.integer('snooze_minutes').notNull().default(10),
  googleMeetRoomUrl: t.text('google_meet_room_url').notNull(),
  voiceGuidanceEnabled: t.boolean('voice_guidance_enabled').notNull(),
  autoplayEnabled: t.boolean('autoplay_enabled').notNull(),
  photoVoiceGuidanceEnabled: t.boolean('photo_voice_guidance_enabled').notNull(),
  defaultToSlideshow: t.boolean('default_to_slideshow').notNull(),
  slideshowDisplayDuration: t.integer('slideshow_display_duration').notNull(),
  /** True if the panel asks for which elder a medication is, if it names none. */
  askWhoseMedications: t.boolean('ask_whose_medications').notNull().default(true),
  /**
   * Whether doses due at the same time share one reminder. `undecided` has the same effect as
   * `separate`.
   */
  remindersOfOneTime: t
    .text('reminders_of_one_time', {
      enum: ['undecided', 'separate', 'together'],
    })
    .notNull()
    .default('undecided'),
  /** True if the page Today shows the list of first steps while some of them are not done. */
  showFirstSteps: t.boolean('show_first_steps').notNull().default(true),
  version: version(),
}));

export const homeButtons = identifiedTable(
  'home_buttons',
  (t) => ({
    buttonKey: t.text('button_key').notNull(),
    label: t.text('label').notNull(),
    icon: t.text('icon').notNull(),
    route: t.text('route').notNull(),
    isEnabled: t.boolean('is_enabled').notNull(),
    order: t.integer('order').notNull(),
  }),
  (table) => [uniqueIndex('home_buttons_one_of_each').on(table.accountId, table.buttonKey)],
);
