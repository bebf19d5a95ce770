/** Maximum number of away periods of a household, including past ones. */
export const MAX_PERIODS = 100;

/** Maximum age of the start of a new away period, in days. */
export const MAX_DAYS_AGO = 31;

/** Maximum number of days until the start, and of the length. */
export const MAX_DAYS = 366;

export const MAX_NOTE_LENGTH = 200;
