import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { some } from '#kit/shared/refusal.ts';
import { kitRefusals } from '#kit/shared/refusals.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { isTimezone } from '#kit/shared/zoned-time.ts';
import {
  ALARM_MINUTES,
  LONGEST_APP_NAME,
  LONGEST_PLACE,
  LONGEST_POSTAL_CODE,
  LONGEST_ROOM_URL,
  SLIDESHOW_SECONDS,
} from './limits.ts';
import type { NumberRange } from './typed-value.ts';

/** Both spellings are in use; the long one is stored. */
const SHORT_UNITS = new Map<unknown, string>([
  ['C', 'celsius'],
  ['F', 'fahrenheit'],
]);

const flag = z.boolean();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');
const wholeNumber = ({ least, most }: NumberRange) => z.int().min(least).max(most);

export const settings = z.object({
  appName: line(LONGEST_APP_NAME).min(1, 'Please enter a name.'),
  timezone: z.string().refine(isTimezone, 'Please choose a timezone.'),
  defaultCity: line(LONGEST_PLACE),
  defaultState: line(LONGEST_PLACE),
  defaultPostalCode: line(LONGEST_POSTAL_CODE),
  defaultCountry: line(LONGEST_PLACE),
  temperatureUnit: z.preprocess(
    (unit) => SHORT_UNITS.get(unit) ?? unit,
    z.enum(['fahrenheit', 'celsius'], 'Please choose Fahrenheit or Celsius.'),
  ),
  requireLongPress: flag,
  medicationAlarmEnabled: flag,
  /** An unanswered pop-up sounds again after this many minutes; 0 is once. */
  alarmRepeatMinutes: wholeNumber(ALARM_MINUTES),
  googleMeetRoomUrl: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, message: 'Please enter a web address.' }).max(LONGEST_ROOM_URL),
  ]),
  voiceGuidanceEnabled: flag,
  autoplayEnabled: flag,
  photoVoiceGuidanceEnabled: flag,
  defaultToSlideshow: flag,
  /** Whole seconds. */
  slideshowDisplayDuration: wholeNumber(SLIDESHOW_SECONDS),
  /** Whether it is to be asked whose the medications without a person are, where two elders are. */
  askWhoseMedications: flag,
  /** Doses of the same minute as one reminder; one at a time unless 'together'. */
  remindersOfOneTime: z.enum(['undecided', 'separate', 'together']),
  /** Whether the first steps stand in Today, as long as one is left to do. */
  showFirstSteps: flag,
});

const stored = settings.extend({ version });

export type Settings = z.output<typeof settings>;
export type StoredSettings = z.output<typeof stored>;

const change = {
  who: 'admin',
  summary: 'Changes any subset of the settings.',
  body: settings.partial().extend({ version: madeFrom }).strict(),
  reply: stored,
  refusals: some(kitRefusals, 'changed-meanwhile'),
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
};

export type SettingsCalls = typeof settingsCalls;
