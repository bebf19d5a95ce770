import { z } from 'zod';
import { endpoint } from '#kit/shared/endpoint.ts';
import { madeFrom, version } from '#kit/shared/versions.ts';
import { isTimezone } from '#kit/shared/zoned-time.ts';

/** Both spellings are in use; the long one is stored. */
const SHORT_UNITS = new Map<unknown, string>([
  ['C', 'celsius'],
  ['F', 'fahrenheit'],
]);

const flag = z.boolean();
const line = (longest: number) => z.string().trim().max(longest, 'That is too long.');

export const settings = z.object({
  appName: line(60).min(1, 'Please enter a name.'),
  timezone: z.string().refine(isTimezone, 'Please choose a timezone.'),
  defaultCity: line(100),
  defaultState: line(100),
  defaultPostalCode: line(20),
  defaultCountry: line(100),
  temperatureUnit: z.preprocess(
    (unit) => SHORT_UNITS.get(unit) ?? unit,
    z.enum(['fahrenheit', 'celsius'], 'Please choose Fahrenheit or Celsius.'),
  ),
  requireLongPress: flag,
  medicationAlarmEnabled: flag,
  /** An unanswered pop-up sounds again after this many minutes; 0 is once. */
  alarmRepeatMinutes: z.int().min(0).max(60),
  googleMeetRoomUrl: z.union([
    z.literal(''),
    z.url({ protocol: /^https?$/, message: 'Please enter a web address.' }).max(500),
  ]),
  voiceGuidanceEnabled: flag,
  autoplayEnabled: flag,
  photoVoiceGuidanceEnabled: flag,
  defaultToSlideshow: flag,
  /** Whole seconds. */
  slideshowDisplayDuration: z.int().min(1).max(60),
  /** Whether it is to be asked whose the medications without a person are, where two elders are. */
  askWhoseMedications: flag,
});

const stored = settings.extend({ version });

export type Settings = z.output<typeof settings>;
export type StoredSettings = z.output<typeof stored>;

const change = {
  path: '/api/settings',
  who: 'admin',
  summary: 'Changes any subset of the settings.',
  body: settings.partial().extend({ version: madeFrom }).strict(),
  reply: stored,
} as const;

export const settingsCalls = {
  read: endpoint({
    method: 'GET',
    path: '/api/settings',
    who: 'user',
    summary: 'The settings of the household.',
    reply: stored,
    cache: 'household',
    allowedInGrace: true,
  }),
  change: endpoint({ method: 'PATCH', ...change }),
  replace: endpoint({ method: 'PUT', ...change }),
};

export type SettingsCalls = typeof settingsCalls;
