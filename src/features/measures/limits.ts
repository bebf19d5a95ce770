/**
 * Maximum number of values of a household, including deleted ones within 30 days: five a day for 27
 * years.
 */
export const MAX_VALUES = 50_000;

/**
 * Maximum number of values of a household per local day. It is far above normal use and stops a
 * stuck key.
 */
export const MAX_VALUES_PER_DAY = 200;

export const MAX_NOTES = 10_000;

export const MAX_NOTES_PER_DAY = 20;

export const MAX_NOTE_LENGTH = 1_000;

/** Maximum number of entries in one response. */
export const MAX_CONCURRENT = 500;

/** Days for which a deleted value or note can be restored. */
export const TAKEN_BACK_RETENTION_DAYS = 30;

/**
 * Maximum age of a press in days. A tablet that was offline for longer is signed out, so an older
 * time comes from a wrong clock.
 */
export const OLDEST_PRESS_DAYS = 100;
