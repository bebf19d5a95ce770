/**
 * Maximum clock skew that is reported, in milliseconds: 24 days, the largest value of the column.
 * In a separate file, because the first screen needs only this limit.
 */
export const MAX_SKEW_MS = 2 ** 31 - 1;
