import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';

/** A dose further ahead than this cannot be answered. */
export const MOST_AHEAD_MS = 12 * HOUR_MS;

/** Maximum number of log entries in one reply. */
export const MOST_LOGS = 1000;

/** Maximum interval between two as-needed doses. */
export const LONGEST_INTERVAL_MINUTES = DAY_MS / MINUTE_MS;

/** Maximum number of as-needed doses that a limit can allow in 24 hours. */
export const MOST_IN_24_HOURS = 24;

/** Maximum number of reminder times of one medication in a day. */
export const MOST_TIMES = 24;

/** Maximum for "every N days", and for the days on and the days off of a cycle. */
export const MOST_DAYS_APART = 365;
export const MOST_HOURS_APART = 12;

/** Maximum number of steps of a taper. */
export const MOST_STEPS = 30;

/** Maximum and minimum amount of one dose, in units such as tablets. */
export const MOST_PIECES = 100;
export const SMALLEST_PART = 0.25;

/** Maximum length of the name of a unit, in characters. */
export const LONGEST_UNIT = 20;
