import type { MeasureKind, MeasureUnit } from '../../domain/kinds.ts';
import { scaleOf, type Value } from '../../domain/values.ts';

/** The state of the number entry. */
export interface Typed {
  readonly first: string;
  readonly second: string;
  /** The number that the keys change. */
  readonly at: 'first' | 'second';
  /** True if the number of `at` is a previous value, which the first key replaces. */
  readonly isOld: boolean;
}

export const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

export type Key = (typeof DIGITS)[number] | '.' | 'back';

export const NOTHING_TYPED: Typed = { first: '', second: '', at: 'first', isOld: false };

/** Returns the number of digits before the decimal point of the scale's highest value. */
function mostDigits(kind: MeasureKind, unit: MeasureUnit, at: Typed['at']): number {
  return `${Math.floor(scaleOf(kind, unit, at).most)}`.length;
}

export function hasPoint(kind: MeasureKind, unit: MeasureUnit): boolean {
  return scaleOf(kind, unit).step < 1;
}

/**
 * Returns the state after a key. A key that leads to an invalid number is ignored; after three
 * digits of a pressure, the second number is selected.
 */
export function afterKey(typed: Typed, key: Key, kind: MeasureKind, unit: MeasureUnit): Typed {
  const { at } = typed;
  const before = typed.isOld && key !== 'back' ? '' : typed[at];
  const text = key === 'back' ? before.slice(0, -1) : `${before}${key}`;
  if (!isOnTheWay(text, mostDigits(kind, unit, at), hasPoint(kind, unit))) return typed;
  const next = { ...typed, [at]: text, isOld: false };
  const isFull = key !== 'back' && text.length === 3;
  return kind === 'blood-pressure' && at === 'first' && isFull && next.second === ''
    ? { ...next, at: 'second' }
    : next;
}

function isOnTheWay(text: string, digits: number, mayHavePoint: boolean): boolean {
  if (text === '') return true;
  const [whole = '', part, ...more] = text.split('.');
  if (more.length > 0 || whole === '' || whole.length > digits) return false;
  if (whole.length > 1 && whole.startsWith('0')) return false;
  return part === undefined || (mayHavePoint && part.length <= 1);
}

/** Returns the entered value; NaN for a missing number. */
export function valueOfTyped(typed: Typed, kind: MeasureKind, unit: MeasureUnit): Value {
  const number = (text: string) => (text === '' ? Number.NaN : Number(text));
  const isPair = kind === 'blood-pressure';
  return { kind, unit, first: number(typed.first), second: isPair ? number(typed.second) : null };
}
