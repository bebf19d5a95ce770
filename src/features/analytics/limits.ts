/** What one use can last: a page that was left open over night was not looked at all night. */
export const LONGEST_SECONDS = 24 * 3600;
