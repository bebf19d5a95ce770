/**
 * Invisible characters that users paste unknowingly: control characters except newline and tab,
 * soft hyphen, zero-width space, word joiner, byte order mark, text directions.
 */
const UNSEEN =
  /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Joiners and non-joiners of zero width, with the characters before and after them. */
const JOINERS = /(^|.)[\u200c\u200d]*([\u200c\u200d])(?=(.?))/gsu;

/**
 * Characters between which a joiner is meaningful: a letter, a mark (including those of emoji), or
 * an emoji.
 */
const JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;

/**
 * The sign that removes the vowel of an Indic consonant; a joiner after it is meaningful even at
 * the end of a word.
 */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;

/**
 * Removes invisible characters from a text. Joiners remain where scripts need them: within Persian
 * and Indic words and within emoji. Line endings become newlines.
 */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(JOINERS, (_, before: string, joiner: string, after: string) =>
      VIRAMA.test(before) || (JOINED.test(before) && JOINED.test(after))
        ? `${before}${joiner}`
        : before,
    );
}

/**
 * Removes invisible characters including joiners. For addresses and codes, in which no invisible
 * character is meaningful.
 */
export function withoutInvisible(text: string): string {
  return visibleText(text).replace(/[\u200c\u200d]/g, '');
}

/** Names of fields whose values are compared exactly, so they are not changed. */
const EXACT = /password/i;

/** Applies `visibleText` to every text of a form or request body, except passwords. */
export function withVisibleTexts<Value>(value: Value): Value {
  // The cast is safe: each branch of `visibleIn` returns the type that it received.
  return visibleIn(value) as Value;
}

function visibleIn(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
  if (Array.isArray(value)) return value.map(visibleIn);
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, EXACT.test(key) ? part : visibleIn(part)]),
  );
}

/** True for a plain object. Dates, files, maps and sets are not, so they are returned unchanged. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
