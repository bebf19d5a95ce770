// Without zod: the screens read it too.

/** The most characters that are looked for. */
export const LONGEST_TYPED = 100;

/** The maximum number of different words in one search. */
export const MAX_WORDS = 8;

export const TOO_MANY_WORDS = `Please type at most ${MAX_WORDS} different words.`;
