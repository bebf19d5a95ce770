/** Facts that people who want to guess the password may know. */
export interface KnownOfPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** The name that the household gave the app. */
  readonly appName: string;
}

const PRODUCT = 'Grand App';

/** Minimum length of a known word; shorter ones occur in passwords by chance. */
const MIN_WORD_LENGTH = 4;

/** A password is accepted if it has at least this many letters that are not part of known words. */
const OWN_LETTERS = 4;

/** Minimum number of consecutive characters that count as a pattern. */
const MIN_RUN = 3;

/** Maximum length of a repeated pattern. */
const MAX_REPEATED_LENGTH = 4;

/** Adjacent keys; sequences of letters or digits are detected by their codes. */
const KEY_ROWS = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'йцукенгшщзхъ',
  // The row of digits, with the wraparound from 0 to 1.
  '12345678901',
];

/** Returns the reason why a password is easy to guess; undefined if it is not. */
export function guessableBecause(password: string, known: KnownOfPerson): string | undefined {
  if (isPattern(plain(password))) {
    return 'This password is a simple pattern of characters. Please choose another.';
  }
  if (isMadeOf(plain(password), wordsOf(known))) {
    return 'This password is little more than a name or an email that others know. Please choose another.';
  }
  return undefined;
}

/** Removes differences in case, accents and character width. */
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

/**
 * True if the password consists of these words and few other letters, possibly with digits and
 * symbols.
 */
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
  return [...word].length >= MIN_WORD_LENGTH;
}

function isPattern(password: string): boolean {
  const characters = [...password];
  if (isRepeated(characters)) return true;
  const bare = [...withoutSymbols(password)];
  // Sequences matter only if at least half of the characters are not symbols.
  return bare.length * 2 >= characters.length && isOfRuns(bare);
}

/** True for a repeated pattern of one to four characters. */
function isRepeated(characters: readonly string[]): boolean {
  for (let length = 1; length <= MAX_REPEATED_LENGTH; length += 1) {
    if (characters.every((one, at) => one === characters[at % length])) return true;
  }
  return false;
}

/** True if the password consists of sequences such as abcd, 4321, 1111 or asdf. */
function isOfRuns(characters: readonly string[]): boolean {
  let at = 0;
  while (at < characters.length) {
    const length = runAt(characters, at);
    if (length < MIN_RUN) return false;
    at += length;
  }
  return true;
}

/** Returns the length of the longest sequence from `start`. */
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
