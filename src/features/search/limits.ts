// Without zod: the screens read it too.

/** The most characters that are looked for. */
export const LONGEST_TYPED = 100;
