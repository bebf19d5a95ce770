import type { MeasureKind, MeasureUnit } from './kinds.ts';
import { inUnit, type Value } from './values.ts';

export interface Measured extends Value {
  /** ISO instant. */
  readonly measuredAt: string;
}

/** What a number of values comes to. Of a blood pressure each number has a lowest and a highest. */
export interface Summary<V extends Measured = Measured> {
  readonly kind: MeasureKind;
  readonly unit: MeasureUnit;
  readonly count: number;
  readonly lowest: Value;
  readonly highest: Value;
  readonly last: V;
  /** All of them in the unit of the last one, the oldest first. */
  readonly values: readonly V[];
}

/** The summary of values of one kind, in whatever order and units; undefined of none. */
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
