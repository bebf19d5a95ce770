/** Maximum length in characters. */
export const MAX_LABEL_LENGTH = 40;
