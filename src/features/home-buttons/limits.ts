/** Maximum length in characters. */
export const LONGEST_LABEL = 40;
