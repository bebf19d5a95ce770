/** The smallest part of a piece that is taken: a quarter. */
export const SMALLEST_PART = 0.25;

export const MOST_UNITS_PER_DOSE = 100;

/** The most pieces that can be left of one medication. */
export const MOST_UNITS = 10_000;

/** The longest that a warning can come before the end, in days (of what is taken as needed, in doses). */
export const MOST_WARN_BEFORE = 60;

/** Days ahead in which an end is looked for. */
export const HORIZON_DAYS = 366;

/** Entries that are kept of one medication. */
export const MOST_ENTRIES = 100;
