/**
 * The largest difference of clocks that is reported, in milliseconds: 24 days, the most that the column
 * holds. In a file of its own, because the first screen needs it and no other limit.
 */
export const MOST_SKEW_MS = 2 ** 31 - 1;
