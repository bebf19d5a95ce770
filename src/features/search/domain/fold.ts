/** Combining accents after NFD; the database removes the same range. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Case folding: returns the text in lower case and without accents, for comparisons. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

/** Returns the distinct typed words; each may match any part of a text. */
export function wordsOf(typed: string): string[] {
  const words = folded(typed).split(/\s+/);
  return [...new Set(words)].filter((word) => word !== '');
}

/** True if the text contains each typed word. */
export function isFound(text: string, typed: string): boolean {
  const all = folded(text);
  return wordsOf(typed).every((word) => all.includes(word));
}

/** True if each typed word is the beginning of a word in the text. */
export function beginsWords(text: string, typed: string): boolean {
  const all = wordsOf(text);
  return wordsOf(typed).every((word) => all.some((one) => one.startsWith(word)));
}
