import { HOUR_MS } from '#kit/shared/durations.ts';

/** Nothing is said of a dose that is further ahead than this. */
export const MOST_AHEAD_MS = 12 * HOUR_MS;

/** Entries of the history that are read at once. */
export const MOST_LOGS = 1000;
