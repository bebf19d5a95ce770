/**
 * Characters that are never drawn and that people paste without knowing: control characters besides
 * newline and tab, soft hyphen, zero-width space, word joiner, byte order mark, text directions.
 */
const UNSEEN =
  /[^\P{Cc}\n\t]|[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Zero-width non-joiner and joiner, with the character before them. */
const JOINERS = /(^|.)[\u200c\u200d]*([\u200c\u200d])(?=(.?))/gsu;

/** A joiner shapes what follows a letter, a mark (also that of an emoji) or an emoji. */
const JOINED = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;

/** The sign that takes the vowel from an Indic consonant; a joiner after it ends words as well. */
const VIRAMA = /^[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]$/;

/**
 * The text without the characters that nobody sees. Joiners remain where writing needs them: within
 * Persian and Indic words and within emoji. Line ends become newlines.
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

/** For addresses and codes, in which no invisible character has a meaning. */
export function withoutInvisible(text: string): string {
  return visibleText(text).replace(/[\u200c\u200d]/g, '');
}

/** Fields that are compared exactly. */
const EXACT = /password/i;

/** Every text of a form or of a request's body as `visibleText` returns it, passwords excepted. */
export function withVisibleTexts<Value>(value: Value): Value {
  // Each branch answers the type that it was given.
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

/** Dates, files, maps and sets stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
