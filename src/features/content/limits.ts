/** Characters of a thing's title and address at most. */
export const LONGEST_TITLE = 200;
export const LONGEST_URL = 2_000;
