import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** A dose further ahead than this cannot be answered. */
export const MAX_AHEAD_MS = 12 * HOUR_MS;

/** Maximum number of log entries in one reply. */
export const MAX_LOGS = 1000;

/** Maximum interval between two as-needed doses. */
export const MAX_INTERVAL_MINUTES = DAY_MS / MINUTE_MS;

/** Maximum number of as-needed doses that a limit can allow in 24 hours. */
export const MAX_IN_24_HOURS = 24;

/** Maximum number of reminder times of one medication in a day. */
export const MAX_TIMES = 24;

/** Maximum for "every N days", and for the days on and the days off of a cycle. */
export const MAX_DAYS_APART = 365;
export const MAX_HOURS_APART = 12;

/** Maximum number of steps of a taper. */
export const MAX_STEPS = 30;

/** Maximum and minimum amount of one dose, in units such as tablets. */
export const MAX_PIECES = 100;
export const MIN_PART = 0.25;

/** Maximum length of the name of a unit, in characters. */
export const MAX_UNIT_LENGTH = 20;
