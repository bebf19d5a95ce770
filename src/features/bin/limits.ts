export const DAYS_IN_BIN = 30;

/** Maximum number of items in one response, and in one restore or erase request. */
export const MAX_PAGE_SIZE = 100;
export const MAX_CONCURRENT = 500;
