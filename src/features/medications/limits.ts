import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';

/** Nothing is said of a dose that is further ahead than this. */
export const MOST_AHEAD_MS = 12 * HOUR_MS;

/** Entries of the history that are read at once. */
export const MOST_LOGS = 1000;

/** The longest from one dose as needed to the next. */
export const LONGEST_INTERVAL_MINUTES = DAY_MS / MINUTE_MS;

/** The most doses as needed that a limit can allow in 24 hours. */
export const MOST_IN_24_HOURS = 24;
