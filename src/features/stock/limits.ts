/** The smallest fraction of a unit in a dose: a quarter. */
export const MIN_PART = 0.25;

export const MAX_UNITS_PER_DOSE = 100;

/** Maximum number of units of one medication. */
export const MAX_UNITS = 10_000;

/** Maximum lead time of a warning, in days (for an as-needed medication, in doses). */
export const MAX_WARN_BEFORE = 60;

/** Maximum number of days ahead in which the end of a stock is searched. */
export const HORIZON_DAYS = 366;

/** Maximum number of stored entries of one medication. */
export const MAX_ENTRIES = 100;
