/** Durations of a link in days; the first is the default. */
export const LINK_DAYS = [7, 1, 30] as const;

/** Maximum number of valid links of a household. */
export const MAX_LINKS = 20;

/**
 * Days before today on the page, as on the printed report: of doses, and of measurements and notes.
 */
export const DAYS_SHOWN = 91;
export const MEASURED_DAYS_SHOWN = 30;
