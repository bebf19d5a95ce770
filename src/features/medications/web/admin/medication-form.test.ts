import { expect, test } from 'vitest';
import { errorsIn, fieldsOf, isComplete, withFrequency } from './medication-form.ts';

const empty = fieldsOf(undefined, '2026-03-08');
const named = { ...empty, name: 'Lisinopril' };

test('the default first reminder time is 08:00, from today on', () => {
  expect(empty).toMatchObject({ times: ['08:00'], startDate: '2026-03-08', frequency: 'daily' });
});

test.each([
  ['daily', 1],
  ['twice_daily', 2],
  ['three_times_daily', 3],
  ['weekly', 1],
  ['as_needed', 0],
] as const)('%s starts with %i times', (frequency, count) => {
  expect(withFrequency(empty, frequency).times).toHaveLength(count);
});

test('another frequency keeps the times that are there', () => {
  const chosen = { ...named, times: ['06:10'] };
  expect(withFrequency(chosen, 'twice_daily').times).toEqual(['06:10', '12:00']);
});

test('name and at least one time are required, also a start date', () => {
  expect(errorsIn(empty)).toHaveProperty('name');
  expect(errorsIn({ ...named, times: [] })).toHaveProperty('times');
  expect(errorsIn({ ...named, startDate: null })).toHaveProperty('startDate');
  expect(isComplete(named)).toBe(true);
});

test('a medication that is taken as needed has no times', () => {
  expect(isComplete(withFrequency(named, 'as_needed'))).toBe(true);
});

test('an end date before the start date is refused, the same day is not', () => {
  expect(errorsIn({ ...named, endDate: '2026-03-07' })).toHaveProperty('endDate');
  expect(isComplete({ ...named, endDate: '2026-03-08' })).toBe(true);
});
