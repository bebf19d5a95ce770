/** Values that a household can have, those that were taken back for 30 days too: five a day for 27 years. */
export const MOST_VALUES = 50_000;

/** Of one local day: far more than anybody measures, and an end for what presses by itself. */
export const MOST_VALUES_A_DAY = 200;

export const MOST_NOTES = 10_000;

export const MOST_NOTES_A_DAY = 20;

export const LONGEST_NOTE = 1_000;

/** Entries of one answer. */
export const MOST_AT_ONCE = 500;

/** What was taken back can be put back for as long. */
export const TAKEN_BACK_KEPT_DAYS = 30;

/** A tablet that was without a connection for longer is signed out: an older time is of a wrong clock. */
export const OLDEST_PRESS_DAYS = 100;
