/** What an accent is after NFD; the database takes the same away. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Case folding: a text as it is compared, in small letters and without accents. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').toLowerCase();
}

/** The different words that were typed, each to be found in any part of a text. */
export function wordsOf(typed: string): string[] {
  const words = folded(typed).split(/\s+/);
  return [...new Set(words)].filter((word) => word !== '');
}

/** Whether each word that was typed stands somewhere in the text. */
export function isFound(text: string, typed: string): boolean {
  const all = folded(text);
  return wordsOf(typed).every((word) => all.includes(word));
}

/** Whether each word that was typed begins one of the text's. */
export function beginsWords(text: string, typed: string): boolean {
  const all = wordsOf(text);
  return wordsOf(typed).every((word) => all.some((one) => one.startsWith(word)));
}
