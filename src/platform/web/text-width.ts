/**
 * Widths of the characters from space to "~" in the product's bold font, each encoded as an ASCII
 * character: 0 means 9/40 em, and each following character 1/40 more.
 */
const WIDTHS =
  '447F@ND055;?3639>>>>>>>>>>33>@>>GCABC?>DD9>B>JDEAFB@@CAKCB@595?83>?<?>6?>42>4K>??@7<7>=E==<727=';

/** Upper bound for the width of a character that is not in the table. */
const OTHER_EM = 1;

/**
 * Returns an upper bound for the width of a text in the product's bold font, in em. It is computed
 * instead of measured, so that it is available to server-side rendering.
 */
export function textWidth(text: string): number {
  // Accents add no width.
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  return letters.reduce((width, letter) => width + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  const code = WIDTHS.charCodeAt(letter.charCodeAt(0) - 32);
  return Number.isNaN(code) ? OTHER_EM : (code - 39) / 40;
}

/**
 * Returns the width in em of a text on two lines: the text is broken between words so that the
 * longer line is as short as possible. For large type, which may wrap once but must never break
 * within a word.
 */
export function widthInTwoLines(text: string): number {
  const words = text.trim().split(/ +/);
  const breaks = words.map((_, index) =>
    Math.max(textWidth(words.slice(0, index).join(' ')), textWidth(words.slice(index).join(' '))),
  );
  return Math.min(...breaks);
}
