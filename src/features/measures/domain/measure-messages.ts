import type { MeasureKind, MeasureUnit } from './kinds.ts';
import type { Value } from './values.ts';

export const KIND_NAMES: Readonly<Record<MeasureKind, string>> = {
  'blood-pressure': 'Blood pressure',
  weight: 'Weight',
  glucose: 'Glucose',
  pain: 'Pain',
  mood: 'Mood',
};

/** The units as people write them. */
export const UNIT_NAMES: Readonly<Record<MeasureUnit, string>> = {
  'mm[Hg]': 'mm Hg',
  kg: 'kg',
  '[lb_av]': 'lb',
  'mg/dL': 'mg/dL',
  'mmol/L': 'mmol/L',
  '{score}': '',
};

export interface Word {
  readonly value: number;
  readonly word: string;
}

/**
 * Five labels for pain from 0 to 10: none, the middle of mild (1 to 3), of moderate (4 to 6) and of
 * severe (7 to 9), and the worst.
 */
export const PAIN_WORDS: readonly Word[] = [
  { value: 0, word: 'No pain' },
  { value: 2, word: 'A little' },
  { value: 5, word: 'Some' },
  { value: 8, word: 'A lot' },
  { value: 10, word: 'Very much' },
];

export const MOOD_WORDS: readonly Word[] = [
  { value: 5, word: 'Very good' },
  { value: 4, word: 'Good' },
  { value: 3, word: 'So-so' },
  { value: 2, word: 'Not good' },
  { value: 1, word: 'Bad' },
];

/** '128 over 79', '72.5 kg', 'A little', 'Pain 3 of 10': for the elder, also spoken. */
export function valueMessage({ kind, unit, first, second }: Value): string {
  if (kind === 'blood-pressure') return `${first} over ${second ?? 0}`;
  if (kind === 'mood') return wordFor(MOOD_WORDS, first) ?? `${first} of 5`;
  if (kind === 'pain') return wordFor(PAIN_WORDS, first) ?? `${first} of 10`;
  return `${first} ${UNIT_NAMES[unit]}`;
}

/** '128/79 mm Hg', '72.5 kg', '2 of 10 (a little)': for lists and doctors. */
export function figureMessage({ kind, unit, first, second }: Value): string {
  if (kind === 'blood-pressure') return `${first}/${second ?? 0} ${UNIT_NAMES[unit]}`;
  if (kind === 'pain' || kind === 'mood') {
    const words = kind === 'pain' ? PAIN_WORDS : MOOD_WORDS;
    const word = wordFor(words, first)?.toLowerCase();
    return `${first} of ${kind === 'pain' ? 10 : 5}${word === undefined ? '' : ` (${word})`}`;
  }
  return `${first} ${UNIT_NAMES[unit]}`;
}

function wordFor(words: readonly Word[], value: number): string | undefined {
  return words.find((one) => one.value === value)?.word;
}

/** '120 over 8: is that right?' */
export function slipQuestion(value: Value): string {
  return `${valueMessage(value)}: is that right?`;
}
