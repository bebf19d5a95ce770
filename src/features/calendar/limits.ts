/** Characters of an event's words at most. */
export const LONGEST_TITLE = 200;
export const LONGEST_DESCRIPTION = 2000;
