/** Maximum length in characters. */
export const LONGEST_TITLE = 200;
export const LONGEST_URL = 2_000;
