// This file must not import zod, because the screens use it too.

/** Maximum length of a search in characters. */
export const MAX_TYPED_LENGTH = 100;

export const MAX_WORDS = 8;

export const TOO_MANY_WORDS = `Please type at most ${MAX_WORDS} different words.`;
