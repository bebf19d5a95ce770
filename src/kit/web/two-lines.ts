/**
 * How many letters the longer line has when the text is broken, between words, into the two most
 * even lines. Large type is set by it: it may wrap once, but never breaks a word.
 */
export function lettersInTwoLines(text: string): number {
  const words = text.trim().split(/\s+/);
  const breaks = words.map((_, index) => {
    const first = words.slice(0, index + 1).join(' ').length;
    const second = words.slice(index + 1).join(' ').length;
    return Math.max(first, second);
  });
  return Math.min(...breaks);
}
