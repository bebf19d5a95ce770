import { counted, type HouseholdLimits, type Limit, type LimitName } from '#kit/shared/limits.ts';

/** Far above what the largest family needs; said in docs/limits.md in the same order. */
export const LIMITS = {
  administrators: {
    most: 9,
    variable: 'HOUSEHOLD_MOST_ADMINISTRATORS',
    of: 'administrators, the super admin included',
    things: 'administrators',
  },
  /** A couple has two, a house that is shared a few more. */
  elders: { most: 20, variable: 'HOUSEHOLD_MOST_ELDERS', of: 'elders', things: 'elders' },
  /** Every tablet reads and every alarm looks at all of them. */
  medications: {
    most: 100,
    variable: 'HOUSEHOLD_MOST_MEDICATIONS',
    of: 'medications, the deleted ones not counted',
    things: 'medications',
  },
  /** Of the history, where it is brought in: ten doses a day for eighty years. */
  doses: {
    most: 300_000,
    variable: 'HOUSEHOLD_MOST_DOSES',
    of: 'answered doses that are brought in',
    things: 'answered doses',
  },
  /** Whoever reads them all reads no more. */
  events: { most: 2_000, variable: 'HOUSEHOLD_MOST_EVENTS', of: 'events', things: 'events' },
  /** Few enough to be read in one answer. */
  content: {
    most: 500,
    variable: 'HOUSEHOLD_MOST_CONTENT',
    of: 'videos, playlists, articles, of each',
    things: 'items',
  },
  albums: { most: 500, variable: 'HOUSEHOLD_MOST_ALBUMS', of: 'albums', things: 'albums' },
  photos: { most: 20_000, variable: 'HOUSEHOLD_MOST_PHOTOS', of: 'photos', things: 'photos' },
  /** What is made of the photos takes about half as much again. */
  gigabytes: {
    most: 100,
    variable: 'HOUSEHOLD_MOST_GB',
    of: 'gigabytes of photos, as they were uploaded',
    things: 'GB of photos',
  },
  /** The oldest gives way. */
  alertBrowsers: {
    most: 20,
    variable: 'HOUSEHOLD_MOST_ALERT_BROWSERS',
    of: 'browsers that are told of alerts, for each person',
    things: 'browsers',
  },
  /** Ten people with ten tabs each, and as many again; the oldest gives way. */
  liveLines: {
    most: 200,
    variable: 'HOUSEHOLD_MOST_LIVE_LINES',
    of: 'open live lines',
    things: 'live lines',
  },
  /** One at a time; the others wait. */
  imports: {
    most: 4,
    variable: 'SERVER_MOST_IMPORTS',
    of: 'downloads being brought in or waiting, on one server',
    things: 'downloads',
  },
} as const satisfies Record<string, Limit>;

declare module '#kit/shared/limits.ts' {
  interface HouseholdLimits extends Readonly<Record<keyof typeof LIMITS, number>> {}
}

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** The limits that `most` says, one by one. */
export function limitsBy(most: (limit: Limit, name: LimitName) => number): HouseholdLimits {
  const found = LIMIT_NAMES.map((name) => [name, most(LIMITS[name], name)]);
  return Object.fromEntries(found) as HouseholdLimits;
}

/** What a household has room for, such as `20 elders`. */
export function limitMessage(name: LimitName, limits: HouseholdLimits): string {
  return counted(limits[name], LIMITS[name].things);
}
