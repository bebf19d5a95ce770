/** Elders of one household: a couple has two, a house that is shared a few more. */
export const MOST_ELDERS = 20;
