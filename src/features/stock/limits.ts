/** The smallest fraction of a unit in a dose: a quarter. */
export const SMALLEST_PART = 0.25;

export const MOST_UNITS_PER_DOSE = 100;

/** Maximum number of units of one medication. */
export const MOST_UNITS = 10_000;

/** Maximum lead time of a warning, in days (for an as-needed medication, in doses). */
export const MOST_WARN_BEFORE = 60;

/** Maximum number of days ahead in which the end of a stock is searched. */
export const HORIZON_DAYS = 366;

/** Maximum number of stored entries of one medication. */
export const MOST_ENTRIES = 100;
