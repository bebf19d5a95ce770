import { instantOf, localDate, localTime } from '#platform/shared/zoned-time.ts';
import type { MeasureValue } from '../../contract.ts';
import type { MeasureKind, MeasureUnit } from '../../domain/kinds.ts';
import { inUnit, maybeASlip, type Value, validateValue } from '../../domain/values.ts';

export interface ValueFields {
  /** Empty until one is chosen. */
  readonly kind: MeasureKind | '';
  readonly unit: MeasureUnit;
  readonly first: string;
  readonly second: string;
  readonly date: string | null;
  /** HH:MM. */
  readonly time: string;
  /** The confirmed numbers, as they were typed. */
  readonly sureOf: string;
}

export function fieldsOfValue(value: MeasureValue, timezone: string): ValueFields {
  const at = new Date(value.measuredAt);
  return {
    ...{ kind: value.kind, unit: value.unit, first: `${value.first}`, sureOf: '' },
    second: value.second === null ? '' : `${value.second}`,
    ...{ date: localDate(at, timezone), time: localTime(at, timezone) },
  };
}

/** Accepts '72.5' and '72,5'; NaN if the text is not a number. */
export function numberIn(text: string): number {
  return /^\s*\d+(?:[.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** Returns the typed value; undefined if no kind is chosen. */
export function valueIn({ kind, unit, first, second }: ValueFields): Value | undefined {
  if (kind === '') return undefined;
  const isPair = kind === 'blood-pressure';
  return { kind, unit, first: numberIn(first), second: isPair ? numberIn(second) : null };
}

/** Identifies the typed numbers, to detect changes after a confirmation. */
export function typedNumbers({ kind, unit, first, second }: ValueFields): string {
  return [kind, unit, first, second].join(' ');
}

/**
 * True for a probable slip that needs a confirmation. `last` is the newest value of the same kind.
 */
export function asksAgain(fields: ValueFields, last: Value | undefined): boolean {
  const value = valueIn(fields);
  if (value === undefined || Object.keys(validateValue(value)).length > 0) return false;
  const before = last?.kind === value.kind ? last : undefined;
  return maybeASlip(value, before && inUnit(before, value.unit));
}

export function errorsInValue(fields: ValueFields, last: Value | undefined) {
  const value = valueIn(fields);
  const wrong: Record<string, string> =
    value === undefined ? { kind: 'Please choose what was measured.' } : validateValue(value);
  if (fields.date === null) wrong.date = 'Please choose a date.';
  if (asksAgain(fields, last) && fields.sureOf !== typedNumbers(fields)) {
    wrong.sureOf = 'Please check the numbers, or say that they are right.';
  }
  return wrong as Partial<Record<keyof ValueFields, string>>;
}

/**
 * Returns the instant of the fields at the start of the minute, so that the current minute is not
 * in the future.
 */
export function measuredAtOf({ date, time }: ValueFields, timezone: string): string {
  return instantOf(date ?? '', time, timezone).toISOString();
}
