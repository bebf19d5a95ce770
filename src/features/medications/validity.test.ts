import { expect, it } from 'vitest';
import { whatIsWrong } from './validity.ts';

const medication = {
  frequency: 'daily',
  times: ['08:00'],
  startDate: '2026-03-08',
  endDate: null,
} as const;

it.each([
  ['a daily one with a time is fine', {}, []],
  ['at least one time is required', { times: [] }, ['times']],
  ['an as-needed one needs no time', { frequency: 'as_needed', times: [] }, []],
  ['it may end on the day it starts', { endDate: '2026-03-08' }, []],
  ['it cannot end before it starts', { endDate: '2026-03-07' }, ['endDate']],
  ['both are named', { times: [], endDate: '2025-01-01' }, ['times', 'endDate']],
] as const)('whatIsWrong reports the fields with an error: %s', (_, changed, wrong) => {
  const times = 'times' in changed ? [...changed.times] : [...medication.times];
  expect(Object.keys(whatIsWrong({ ...medication, ...changed, times }))).toEqual(wrong);
});
