import { localDate, localTime } from '#platform/shared/zoned-time.ts';
import type { MeasureValue } from '../../contract.ts';
import { KIND_NAMES, UNIT_NAMES } from '../../domain/measure-messages.ts';

/** One row per value, oldest first, in the unit in which it was entered. */
export function valuesTable(
  values: readonly MeasureValue[],
  timezone: string,
): (string | number)[][] {
  const head = [
    'Date',
    'Time',
    'Measure',
    'Value',
    'Lower value',
    'Unit',
    'Said by',
    'Corrected by',
  ];
  return [
    head,
    ...[...values].reverse().map((value) => {
      const at = new Date(value.measuredAt);
      const { kind, unit, first, second, personName, correctedBy } = value;
      return [
        ...[localDate(at, timezone), localTime(at, timezone), KIND_NAMES[kind], first],
        ...[second ?? '', UNIT_NAMES[unit], personName, correctedBy ?? ''],
      ];
    }),
  ];
}
