import {
  counted,
  type HouseholdLimits,
  type Limit,
  type LimitName,
} from '#platform/shared/limits.ts';

/**
 * Default limits of a household, far above the needs of the largest family; documented in
 * docs/limits.md in the same order.
 */
export const LIMITS = {
  administrators: {
    most: 9,
    variable: 'MAX_ADMINISTRATORS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_ADMINISTRATORS',
    of: 'administrators, the super admin included',
    things: 'administrators',
  },
  /** A couple has two, a shared house a few more. */
  elders: {
    most: 20,
    variable: 'MAX_ELDERS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_ELDERS',
    of: 'elders',
    things: 'elders',
  },
  /** Every tablet loads all medications, and every check for alerts reads them. */
  medications: {
    most: 100,
    variable: 'MAX_MEDICATIONS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_MEDICATIONS',
    of: 'medications, the deleted ones not counted',
    things: 'medications',
  },
  /** Limit for an imported history: ten doses a day for eighty years. */
  doses: {
    most: 300_000,
    variable: 'MAX_DOSES_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_DOSES',
    of: 'answered doses that are imported',
    things: 'answered doses',
  },
  /** A request for all events returns at most this many. */
  events: {
    most: 2_000,
    variable: 'MAX_EVENTS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_EVENTS',
    of: 'events',
    things: 'events',
  },
  /** All items of a kind must fit into one response. */
  content: {
    most: 500,
    variable: 'MAX_CONTENT_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_CONTENT',
    of: 'videos, playlists, articles, of each',
    things: 'items',
  },
  albums: {
    most: 500,
    variable: 'MAX_ALBUMS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_ALBUMS',
    of: 'albums',
    things: 'albums',
  },
  photos: {
    most: 20_000,
    variable: 'MAX_PHOTOS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_PHOTOS',
    of: 'photos',
    things: 'photos',
  },
  /** Resized versions of the photos need about half as much again. */
  gigabytes: {
    most: 100,
    variable: 'MAX_PHOTO_GB_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_GB',
    of: 'gigabytes of photos, as they were uploaded',
    things: 'GB of photos',
  },
  /** The oldest one is removed. */
  alertBrowsers: {
    most: 20,
    variable: 'MAX_ALERT_BROWSERS_PER_PERSON',
    formerVariable: 'HOUSEHOLD_MOST_ALERT_BROWSERS',
    of: 'browsers that receive alerts, for each person',
    things: 'browsers',
  },
  /** Ten people with ten tabs each, doubled; the oldest one is closed. */
  liveLines: {
    most: 200,
    variable: 'MAX_EVENT_STREAMS_PER_HOUSEHOLD',
    formerVariable: 'HOUSEHOLD_MOST_LIVE_LINES',
    of: 'open event streams',
    things: 'live lines',
  },
  /** Imports run one at a time; the others wait. */
  imports: {
    most: 4,
    variable: 'MAX_CONCURRENT_IMPORTS',
    formerVariable: 'SERVER_MOST_IMPORTS',
    of: 'imports that run or wait, on one server',
    things: 'downloads',
  },
} as const satisfies Record<string, Limit>;

declare module '#platform/shared/limits.ts' {
  interface HouseholdLimits extends Readonly<Record<keyof typeof LIMITS, number>> {}
}

export const LIMIT_NAMES = Object.keys(LIMITS) as LimitName[];

/** Builds the limits by calling `most` for each. */
export function limitsBy(most: (limit: Limit, name: LimitName) => number): HouseholdLimits {
  const found = LIMIT_NAMES.map((name) => [name, most(LIMITS[name], name)]);
  return Object.fromEntries(found) as HouseholdLimits;
}

/** Formats a limit, for example `20 elders`. */
export function limitMessage(name: LimitName, limits: HouseholdLimits): string {
  return counted(limits[name], LIMITS[name].things);
}
