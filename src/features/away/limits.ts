/** Maximum number of away periods of a household, including past ones. */
export const MOST_PERIODS = 100;

/** Maximum age of the start of a new away period, in days. */
export const MOST_DAYS_AGO = 31;

/** Maximum number of days until the start, and of the length. */
export const MOST_DAYS = 366;

export const LONGEST_NOTE = 200;
