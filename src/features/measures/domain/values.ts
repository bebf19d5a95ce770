import type { MeasureKind, MeasureUnit } from './kinds.ts';

/** A measured value. Only blood pressure has a second number, the diastolic one. */
export interface Value {
  readonly kind: MeasureKind;
  readonly unit: MeasureUnit;
  readonly first: number;
  readonly second: number | null;
}

/** From `least` to `most`, in multiples of `step`. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly step: number;
  /** A value outside of this range is confirmed once, because it is probably a slip. */
  readonly usual: readonly [least: number, most: number];
}

const SYSTOLIC: Scale = { least: 40, most: 300, step: 1, usual: [70, 230] };
const DIASTOLIC: Scale = { least: 5, most: 200, step: 1, usual: [35, 140] };

/**
 * The scales of the first number. They include all values that a living person can have, so a value
 * outside is a typing error.
 */
const SCALES: Readonly<Record<string, Scale>> = {
  'blood-pressure mm[Hg]': SYSTOLIC,
  'weight kg': { least: 15, most: 350, step: 0.1, usual: [30, 200] },
  'weight [lb_av]': { least: 33, most: 770, step: 0.1, usual: [66, 440] },
  'glucose mg/dL': { least: 10, most: 1000, step: 1, usual: [40, 450] },
  'glucose mmol/L': { least: 0.6, most: 55, step: 0.1, usual: [2.2, 25] },
  'pain {score}': { least: 0, most: 10, step: 1, usual: [0, 10] },
  'mood {score}': { least: 1, most: 5, step: 1, usual: [1, 5] },
};

/** A weight that differs by more than this fraction from the previous one is confirmed once. */
const USUAL_CHANGE_OF_WEIGHT = 0.1;

/** A blood pressure with a smaller difference of its numbers is confirmed once. */
const USUAL_PULSE_PRESSURE = 10;

export function scaleOf(kind: MeasureKind, unit: MeasureUnit, place: 'first' | 'second' = 'first') {
  if (place === 'second') return DIASTOLIC;
  const scale = SCALES[`${kind} ${unit}`];
  if (scale === undefined) throw new Error(`${kind} is not measured in ${unit}.`);
  return scale;
}

export function isMeasuredIn(kind: MeasureKind, unit: MeasureUnit): boolean {
  return `${kind} ${unit}` in SCALES;
}

/** Returns an error for each impossible number; empty if the value is possible. */
export function validateValue(value: Value): Record<string, string> {
  const { kind, unit, first, second } = value;
  if (!isMeasuredIn(kind, unit)) return { unit: 'That is not measured in this unit.' };
  const wrongFirst = outside(first, scaleOf(kind, unit), kind, 'first');
  if (wrongFirst !== undefined) return { first: wrongFirst };
  if (kind !== 'blood-pressure') {
    return second === null ? {} : { second: 'That has one number only.' };
  }
  if (second === null) return { second: 'Please enter the lower number too.' };
  const wrongSecond = outside(second, DIASTOLIC, kind, 'second');
  if (wrongSecond !== undefined) return { second: wrongSecond };
  if (second >= first) return { second: 'The lower number must be less than the upper one.' };
  return {};
}

/** Names of the two numbers in error messages, for example 'The upper number' and 'A weight'. */
const CALLED: Readonly<Record<MeasureKind, readonly [first: string, second: string]>> = {
  'blood-pressure': ['The upper number', 'The lower number'],
  weight: ['A weight', ''],
  glucose: ['A glucose value', ''],
  pain: ['Pain', ''],
  mood: ['A mood', ''],
};

function outside(
  value: number,
  { least, most, step }: Scale,
  kind: MeasureKind,
  place: 'first' | 'second',
): string | undefined {
  const called = CALLED[kind][place === 'first' ? 0 : 1];
  if (!(least <= value && value <= most)) return `${called} is from ${least} to ${most}.`;
  if (toStep(value, step) === value) return undefined;
  return step === 1
    ? 'Please enter a whole number.'
    : 'Please enter at most one digit after the point.';
}

/** Rounds to the step of a scale, which removes binary floating-point errors. */
export function toStep(value: number, step: number): number {
  return step === 1 ? Math.round(value) : Math.round(value * 10) / 10;
}

/**
 * True if the value is probably a slip and should be confirmed once. It makes no medical judgment.
 */
export function maybeASlip(value: Value, before: Value | undefined): boolean {
  const { kind, unit, first, second } = value;
  if (isUnusual(first, scaleOf(kind, unit))) return true;
  if (kind === 'blood-pressure' && second !== null) {
    return isUnusual(second, DIASTOLIC) || first - second < USUAL_PULSE_PRESSURE;
  }
  if (kind !== 'weight' || before === undefined) return false;
  const last = inUnit(before, unit).first;
  return Math.abs(first - last) > USUAL_CHANGE_OF_WEIGHT * last;
}

function isUnusual(value: number, { usual: [least, most] }: Scale): boolean {
  return value < least || most < value;
}

/** The international avoirdupois pound, exactly (NIST Special Publication 811). */
const KG_PER_LB = 0.45359237;

/** The molar mass of glucose is 180.156 g/mol: 1 mmol/L are 18.0156 mg/dL. */
const MG_DL_PER_MMOL_L = 18.0156;

const FACTORS: Readonly<Record<string, number>> = {
  'kg [lb_av]': 1 / KG_PER_LB,
  '[lb_av] kg': KG_PER_LB,
  'mg/dL mmol/L': 1 / MG_DL_PER_MMOL_L,
  'mmol/L mg/dL': MG_DL_PER_MMOL_L,
};

/**
 * Converts a value to another unit, rounded to its step. For display only: values are stored as
 * entered.
 */
export function inUnit<V extends Value>(value: V, unit: MeasureUnit): V {
  if (value.unit === unit) return value;
  const factor = FACTORS[`${value.unit} ${unit}`];
  if (factor === undefined) throw new Error(`${value.unit} cannot be told in ${unit}.`);
  return { ...value, unit, first: toStep(value.first * factor, scaleOf(value.kind, unit).step) };
}
