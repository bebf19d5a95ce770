import { expect, it } from 'vitest';
import { validateMedication } from './validity.ts';

const medication = {
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-08',
  endDate: null,
} as const;

it.each([
  ['a daily medication with a time is valid', {}, []],
  ['a daily medication needs at least one time', { times: [] }, ['times']],
  ['an as-needed medication needs no time', { frequency: 'as_needed', times: [] }, []],
  ['the end date may be the start date', { endDate: '2026-03-08' }, []],
  ['the end date may not be before the start date', { endDate: '2026-03-07' }, ['endDate']],
  ['two errors are both reported', { times: [], endDate: '2025-01-01' }, ['times', 'endDate']],
] as const)('whatIsWrong reports the fields with an error: %s', (_, changed, wrong) => {
  const times = 'times' in changed ? [...changed.times] : [...medication.times];
  expect(Object.keys(validateMedication({ ...medication, ...changed, times }))).toEqual(wrong);
});
