/** How long what was deleted can be put back. */
export const DAYS_IN_BIN = 30;

/** The most things of one answer, and of one call that puts back or erases. */
export const MOST_IN_A_PAGE = 100;
export const MOST_AT_ONCE = 500;
