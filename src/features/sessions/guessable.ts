/** What everybody knows who wants to guess somebody's password. */
export interface KnownOfPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** What the household calls the app. */
  readonly appName: string;
}

/** What the product is called in its own words. */
const PRODUCT = 'Grand App';

/** A shorter word is found in passwords by chance. */
const SHORTEST_WORD = 4;

/** So many letters besides the known words are a password of their own. */
const OWN_LETTERS = 4;

/** Fewer characters in a row are no pattern. */
const SHORTEST_RUN = 3;

/** A pattern of so many characters, said again and again. */
const LONGEST_REPEATED = 4;

/** Keys that lie side by side; what follows in the alphabet or in counting is found without. */
const KEY_ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  // With the way back to its beginning.
  '12345678901',
];

/** The sentence for a password that is guessed early, or undefined. */
export function guessableBecause(password: string, known: KnownOfPerson): string | undefined {
  if (isPattern(plain(password))) {
    return 'This password is a simple pattern of characters. Please choose another.';
  }
  if (isMadeOf(plain(password), wordsOf(known))) {
    return 'This password is little more than a name or an email that others know. Please choose another.';
  }
  return undefined;
}

/** Without the differences that nobody remembers: capitals, accents, wide letters. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

const lettersOf = (text: string) => text.replace(/[^\p{Letter}]/gu, '');
const withoutSymbols = (text: string) => text.replace(/[^\p{Letter}\p{Number}]/gu, '');

function wordsOf({ firstName, lastName, email, appName }: KnownOfPerson): string[] {
  const [local = '', domain = ''] = (email ?? '').split('@');
  const words = [
    PRODUCT,
    appName,
    firstName,
    lastName,
    firstName + lastName,
    lastName + firstName,
    local,
    ...local.split(/[^\p{Letter}\p{Number}]+/u),
    local + domain,
  ];
  return words.map((word) => withoutSymbols(plain(word)));
}

/** Whether hardly anything is left besides these words, with digits and signs around or between. */
function isMadeOf(password: string, words: readonly string[]): boolean {
  if (words.some((word) => isLong(word) && word === withoutSymbols(password))) return true;
  const letters = lettersOf(password);
  const known = words
    .map(lettersOf)
    .filter(isLong)
    .sort((one, other) => other.length - one.length);
  const left = known.reduce((rest, word) => rest.replaceAll(word, ' '), letters);
  return left.includes(' ') && lettersOf(left).length < OWN_LETTERS;
}

function isLong(word: string): boolean {
  return [...word].length >= SHORTEST_WORD;
}

function isPattern(password: string): boolean {
  const characters = [...password];
  if (isRepeated(characters)) return true;
  const bare = [...withoutSymbols(password)];
  // Of a password that is mostly signs, the few others say nothing.
  return bare.length * 2 >= characters.length && isOfRuns(bare);
}

/** One to four characters, again and again. */
function isRepeated(characters: readonly string[]): boolean {
  for (let length = 1; length <= LONGEST_REPEATED; length += 1) {
    if (characters.every((one, at) => one === characters[at % length])) return true;
  }
  return false;
}

/** Nothing but rows such as abcd, 4321, 1111 or asdf, one after the other. */
function isOfRuns(characters: readonly string[]): boolean {
  let at = 0;
  while (at < characters.length) {
    const length = runAt(characters, at);
    if (length < SHORTEST_RUN) return false;
    at += length;
  }
  return true;
}

/** How many characters from there on go the same way. */
function runAt(characters: readonly string[], start: number): number {
  const lengths = STEPS.map((isStep) => {
    let end = start + 1;
    while (end < characters.length && isStep(characters[end - 1] ?? '', characters[end] ?? '')) {
      end += 1;
    }
    return end - start;
  });
  return Math.max(...lengths);
}

type Step = (one: string, next: string) => boolean;

const codeOf = (character: string) => character.codePointAt(0) ?? 0;

const STEPS: readonly Step[] = [
  (one, next) => one === next,
  (one, next) => codeOf(next) === codeOf(one) + 1,
  (one, next) => codeOf(next) === codeOf(one) - 1,
  (one, next) => KEY_ROWS.some((row) => row.includes(one + next)),
  (one, next) => KEY_ROWS.some((row) => row.includes(next + one)),
];
