/**
 * Maximum number of values of a household, including deleted ones within 30 days: five a day for 27
 * years.
 */
export const MOST_VALUES = 50_000;

/** Per local day; far above normal use, it stops a key that is stuck. */
export const MOST_VALUES_A_DAY = 200;

export const MOST_NOTES = 10_000;

export const MOST_NOTES_A_DAY = 20;

export const LONGEST_NOTE = 1_000;

/** Maximum number of entries in one response. */
export const MOST_AT_ONCE = 500;

/** Days for which a deleted value or note can be restored. */
export const TAKEN_BACK_KEPT_DAYS = 30;

/**
 * Maximum age of a press in days. A tablet that was offline for longer is signed out, so an older
 * time comes from a wrong clock.
 */
export const OLDEST_PRESS_DAYS = 100;
