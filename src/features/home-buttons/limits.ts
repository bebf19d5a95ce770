/** Characters of a label at most. */
export const LONGEST_LABEL = 40;
