export const DAYS_IN_BIN = 30;

/** Maximum number of items in one response, and in one restore or erase request. */
export const MOST_IN_A_PAGE = 100;
export const MOST_AT_ONCE = 500;
