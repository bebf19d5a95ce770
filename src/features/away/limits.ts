/** Times away that a household can have noted, those that are over too. */
export const MOST_PERIODS = 100;

/** How long after it began a time away can still be noted, in days. */
export const MOST_DAYS_AGO = 31;

/** How far ahead it can begin, and how long it can be, in days. */
export const MOST_DAYS = 366;

export const LONGEST_NOTE = 200;
