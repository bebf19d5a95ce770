import type { MeasureKind, MeasureUnit } from './kinds.ts';
import { inUnit, type Value } from './values.ts';

export interface Measured extends Value {
  /** ISO instant. */
  readonly measuredAt: string;
}

/**
 * Statistics of several values. For blood pressure, lowest and highest are computed for each
 * number.
 */
export interface Summary<V extends Measured = Measured> {
  readonly kind: MeasureKind;
  readonly unit: MeasureUnit;
  readonly count: number;
  readonly lowest: Value;
  readonly highest: Value;
  readonly last: V;
  /** All values in the unit of the last one, oldest first. */
  readonly values: readonly V[];
}

/** Returns the summary of values of one kind in any order and unit; undefined if there are none. */
export function summaryOf<V extends Measured>(
  kind: MeasureKind,
  all: readonly V[],
): Summary<V> | undefined {
  const own = all.filter((value) => value.kind === kind);
  own.sort((a, b) => Date.parse(a.measuredAt) - Date.parse(b.measuredAt));
  const last = own.at(-1);
  if (last === undefined) return undefined;
  const values = own.map((value) => inUnit(value, last.unit));
  const firsts = values.map(({ first }) => first);
  const seconds = values.flatMap(({ second }) => (second === null ? [] : [second]));
  const with2 = (pick: (...numbers: number[]) => number) => ({
    ...{ kind, unit: last.unit, first: pick(...firsts) },
    second: seconds.length === 0 ? null : pick(...seconds),
  });
  return {
    ...{ kind, unit: last.unit, count: values.length, last, values },
    ...{ lowest: with2(Math.min), highest: with2(Math.max) },
  };
}
