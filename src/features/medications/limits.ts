import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';

/** Nothing is said of a dose that is further ahead than this. */
export const MOST_AHEAD_MS = 12 * HOUR_MS;

/** Entries of the history that are read at once. */
export const MOST_LOGS = 1000;

/** The longest from one dose as needed to the next. */
export const LONGEST_INTERVAL_MINUTES = DAY_MS / MINUTE_MS;

/** The most doses as needed that a limit can allow in 24 hours. */
export const MOST_IN_24_HOURS = 24;

/** The most reminder times that one medication can have in a day. */
export const MOST_TIMES = 24;

/** Of every few days, and of the days on and off of a cycle. */
export const MOST_DAYS_APART = 365;
export const MOST_HOURS_APART = 12;

/** Of a taper. */
export const MOST_STEPS = 30;

/** Of one dose, in pieces; the smallest part that is taken is a quarter. */
export const MOST_PIECES = 100;
export const SMALLEST_PART = 0.25;

/** Characters of what a piece is called. */
export const LONGEST_UNIT = 20;
