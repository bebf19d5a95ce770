import { z } from 'zod';
import { instantInput } from '#platform/shared/date-input.ts';
import { endpoint } from '#platform/shared/endpoint.ts';
import { some } from '#platform/shared/refusal.ts';
import { platformRefusals } from '#platform/shared/refusals.ts';
import { baseVersion, version } from '#platform/shared/versions.ts';
import { isTimezone } from '#platform/shared/zoned-time.ts';
import type { NumberRange } from './domain/typed-value.ts';
import {
  ALARM_MINUTES,
  MAX_APP_NAME_LENGTH,
  MAX_PLACE_LENGTH,
  MAX_POSTAL_CODE_LENGTH,
  MAX_ROOM_URL_LENGTH,
  SLIDESHOW_SECONDS,
  SNOOZE_MINUTES,
} from './limits.ts';
import { settingsRefusals } from './refusals.ts';

/**
 * Short names of the units. The API accepts both the short and the long names, and stores the long
 * ones.
 */
const SHORT_UNITS = new Map<unknown, string>([
  ['C', 'celsius'],
  ['F', 'fahrenheit'],
]);

const flag = z.boolean();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const wholeNumber = ({ least, most }: NumberRange) => z.int().min(least).max(most);

export const settings = z.object({
  appName: line(MAX_APP_NAME_LENGTH).min(1, 'Please enter a name.'),
  timezone: z.string().refine(isTimezone, 'Please choose a timezone.'),
  defaultCity: line(MAX_PLACE_LENGTH),
  defaultState: line(MAX_PLACE_LENGTH),
  defaultPostalCode: line(MAX_POSTAL_CODE_LENGTH),
  defaultCountry: line(MAX_PLACE_LENGTH),
  temperatureUnit: z.preprocess(
    (unit) => SHORT_UNITS.get(unit) ?? unit,
    z.enum(['fahrenheit', 'celsius'], 'Please choose Fahrenheit or Celsius.'),
  ),
  requireLongPress: flag,
  medicationAlarmEnabled: flag,
  /** Minutes after which an unanswered reminder sounds again; 0 means once only. */
  alarmRepeatMinutes: wholeNumber(ALARM_MINUTES),
  /** Duration of a snooze in minutes ('In 10 minutes'). */
  snoozeMinutes: z
    .int()
    .refine((minutes) => SNOOZE_MINUTES.includes(minutes), 'Please choose 5, 10 or 15 minutes.'),
  googleMeetRoomUrl: z.union([
    z.literal(''),
    z
      .url({ protocol: /^https?$/, message: 'Please enter a web address.' })
      .max(MAX_ROOM_URL_LENGTH),
  ]),
  voiceGuidanceEnabled: flag,
  autoplayEnabled: flag,
  photoVoiceGuidanceEnabled: flag,
  defaultToSlideshow: flag,
  /** Seconds per photo in the slideshow, an integer. */
  slideshowDisplayDuration: wholeNumber(SLIDESHOW_SECONDS),
  /**
   * Whether to ask for the owner of medications without a person, in a household with two elders.
   */
  askWhoseMedications: flag,
  /** `together` combines doses of the same minute into one reminder; otherwise each has its own. */
  remindersOfOneTime: z.enum(['undecided', 'separate', 'together']),
  /** Whether Today shows the first steps while one is unfinished. */
  showFirstSteps: flag,
});

const timezoneUndo = z.object({
  /** The time zone before the change. */
  timezone: z.string(),
  changedAt: z.iso.datetime(),
  /** The time until which the change can be undone. */
  until: z.iso.datetime(),
});

/**
 * The server's offsets of a time zone: instants in milliseconds, and the minutes ahead of UTC from
 * then on.
 */
export const zoneOffsetRows = z.array(z.tuple([z.int(), z.int()]).readonly()).readonly();

const stored = settings.extend({
  version,
  /** Absent if the time zone was never changed, or the last change was undone. */
  timezoneUndo: timezoneUndo.optional(),
  /** Offsets of `timezone`; absent in data that a device stored with an earlier version. */
  timezoneOffsets: zoneOffsetRows.optional(),
});

export type Settings = z.output<typeof settings>;
export type StoredSettings = z.output<typeof stored>;

const namedDose = z.object({
  medication: z.string(),
  /** Local date. */
  date: z.iso.date(),
  /** Wall-clock time, HH:MM. */
  time: z.string(),
});

/** The effects of a time zone change on reminders. */
const timezoneEffects = z.object({
  /**
   * The moved reminder times: `time` is the present one, `becomes` the time at which it will occur
   * on the clocks of the current time zone.
   */
  moves: z.array(
    z.object({ time: z.string(), becomes: z.string(), medications: z.int().positive() }),
  ),
  /** Doses that the change skips and that are overdue at once. */
  overdue: z.array(namedDose),
  /**
   * Doses that the change skips and drops, because they would come too soon after the previous
   * dose.
   */
  dropped: z.array(namedDose),
  /** Doses that are pending now and would be missed at once in the new time zone. */
  missed: z.array(namedDose),
});

export type TimezoneUndo = z.output<typeof timezoneUndo>;
export type TimezoneEffects = z.output<typeof timezoneEffects>;
export type NamedDose = z.output<typeof namedDose>;

const change = {
  who: 'admin',
  summary: 'Changes any subset of the settings.',
  body: settings.partial().extend({ version: baseVersion }).strict(),
  reply: stored,
  refusals: some(platformRefusals, 'changed-meanwhile'),
} as const;

export const settingsCalls = {
  read: endpoint('GET /api/settings', {
    who: 'user',
    summary: 'The settings of the household.',
    reply: stored,
    cache: 'household',
    allowedInGrace: true,
  }),
  change: endpoint('PATCH /api/settings', change),
  replace: endpoint('PUT /api/settings', change),
  undoTimezone: endpoint('POST /api/settings/timezone-undo', {
    who: 'admin',
    summary:
      'Undoes the last change of the time zone; doses that it made missed become pending again.',
    body: z.object({ changedAt: instantInput }).strict(),
    reply: stored,
    refusals: some(settingsRefusals, 'timezone-undo-over'),
  }),
};

/** Implemented by the medications feature, which knows the doses. */
export const timezonePreviewCalls = {
  previewTimezone: endpoint('GET /api/settings/timezone-preview', {
    who: 'admin',
    summary: 'The reminders that a change to this time zone would move, drop or make overdue.',
    query: z.object({ timezone: settings.shape.timezone }).strict(),
    reply: timezoneEffects,
  }),
};

export type TimezonePreviewCalls = typeof timezonePreviewCalls;

export type SettingsCalls = typeof settingsCalls;
