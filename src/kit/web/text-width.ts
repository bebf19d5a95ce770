/**
 * How wide the characters from the space to "~" are in the product's bold type, each as a character of
 * ASCII: 0 is 9 fortieths of an em, each one after it a fortieth more.
 */
const WIDTHS =
  '447F@ND055;?3639>>>>>>>>>>33>@>>GCABC?>DD9>B>JDEAFB@@CAKCB@595?83>?<?>6?>42>4K>??@7<7>=E==<727=';

/** Of a letter of another alphabet. */
const OTHER_EM = 1;

/**
 * How wide a text is in the product's bold type, in em: no less than it is drawn. Computed and not
 * measured, so that the server's first screen has it too.
 */
export function textWidth(text: string): number {
  // An accent takes no room of its own.
  const letters = [...text.normalize('NFD').replace(/\p{M}/gu, '')];
  return letters.reduce((width, letter) => width + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  const code = WIDTHS.charCodeAt(letter.charCodeAt(0) - 32);
  return Number.isNaN(code) ? OTHER_EM : (code - 39) / 40;
}

/**
 * How wide the longer line is, in em, when the text is broken, between words, into the two most even
 * lines. Large type is set by it: it may wrap once, but never breaks a word.
 */
export function widthInTwoLines(text: string): number {
  const words = text.trim().split(/ +/);
  const breaks = words.map((_, index) =>
    Math.max(textWidth(words.slice(0, index).join(' ')), textWidth(words.slice(index).join(' '))),
  );
  return Math.min(...breaks);
}
