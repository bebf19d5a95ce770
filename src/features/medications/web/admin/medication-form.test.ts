import { expect, test } from 'vitest';
import { errorsIn, fieldsOf, isComplete, withFrequency, withStartDate } from './medication-form.ts';
import { amountsFor, amountsMoved, withNextStep } from './pattern-form.ts';

const TODAY = '2026-03-08';
const empty = fieldsOf(undefined, TODAY);
const named = { ...empty, name: 'Lisinopril' };

test('an empty form has one reminder time at 08:00, from today on', () => {
  expect(empty).toMatchObject({ times: ['08:00'], startDate: '2026-03-08', frequency: 'daily' });
});

test.each([
  ['daily', 1],
  ['twice_daily', 2],
  ['three_times_daily', 3],
  ['weekly', 1],
  ['as_needed', 0],
] as const)('the frequency %s starts with %i times', (frequency, count) => {
  expect(withFrequency(empty, frequency, TODAY).times).toHaveLength(count);
});

test('a changed frequency keeps the existing times', () => {
  const chosen = { ...named, times: ['06:10'] };
  expect(withFrequency(chosen, 'twice_daily', TODAY).times).toEqual(['06:10', '12:00']);
});

test('name, at least one time and a start date are required', () => {
  expect(errorsIn(empty)).toHaveProperty('name');
  expect(errorsIn({ ...named, times: [] })).toHaveProperty('times');
  expect(errorsIn({ ...named, startDate: null })).toHaveProperty('startDate');
  expect(isComplete(named)).toBe(true);
});

test('an as-needed medication is complete without times', () => {
  expect(isComplete(withFrequency(named, 'as_needed', TODAY))).toBe(true);
});

test('an end date before the start date is refused, the same day is not', () => {
  expect(errorsIn({ ...named, endDate: '2026-03-07' })).toHaveProperty('endDate');
  expect(isComplete({ ...named, endDate: '2026-03-08' })).toBe(true);
});

test.each([
  ['chosen_weekdays', { kind: 'chosen_weekdays', weekdays: [0] }],
  ['every_n_days', { kind: 'every_n_days', every: 2 }],
  ['days_of_month', { kind: 'days_of_month', days: [8] }],
  ['cycle', { kind: 'cycle', on: 21, off: 7 }],
] as const)('the frequency %s proposes a pattern that can be saved', (frequency, pattern) => {
  const fields = withFrequency(named, frequency, TODAY);
  expect(fields).toMatchObject({ pattern, times: ['08:00'] });
  expect(isComplete(fields)).toBe(true);
  expect(withFrequency(fields, 'daily', TODAY)).toMatchObject({ pattern: null });
});

test('"every N hours" proposes waking hours and computes its times', () => {
  const fields = withFrequency(named, 'every_n_hours', TODAY);
  expect(fields.times).toEqual(['08:00', '12:00', '16:00', '20:00']);
  expect(isComplete(fields)).toBe(true);
});

test('a taper begins on the start date and moves with it', () => {
  const fields = withFrequency(named, 'taper', TODAY);
  expect(fields.pattern).toMatchObject({ unit: 'tablet', steps: [{ from: TODAY, amount: 1 }] });
  expect(isComplete(fields)).toBe(true);
  const moved = withStartDate(fields, '2026-03-10');
  expect(moved.pattern).toMatchObject({ steps: [{ from: '2026-03-10' }] });
  expect(isComplete(moved)).toBe(true);
});

test('an empty pattern or a step that does not begin on the start date is an error', () => {
  const weekdays = withFrequency(named, 'chosen_weekdays', TODAY);
  const none = { ...weekdays, pattern: { kind: 'chosen_weekdays', weekdays: [] } } as const;
  expect(errorsIn({ ...none, pattern: { ...none.pattern, weekdays: [] } })).toEqual({
    pattern: 'Please choose at least one weekday.',
  });
  const taper = withFrequency(named, 'taper', TODAY);
  expect(errorsIn({ ...taper, startDate: '2026-03-09' })).toEqual({
    pattern: 'The first step must begin on the start date.',
  });
});

test('a moved time keeps its amount', () => {
  const amounts = amountsFor(['08:00', '20:00'], {
    unit: 'tablet',
    ofTimes: [{ time: '08:00', amount: 2 }],
  });
  expect(amountsMoved(['08:00', '20:00'], ['09:00', '20:00'], amounts)?.ofTimes).toEqual([
    { time: '09:00', amount: 2 },
    { time: '20:00', amount: 1 },
  ]);
  expect(amountsMoved(['08:00', '20:00'], ['20:00'], amounts)?.ofTimes).toEqual([
    { time: '20:00', amount: 1 },
  ]);
});

test('an added taper step is 4 days later with half the amount, at least a quarter', () => {
  const step = { from: '2026-03-08', amount: 2, times: ['08:00'] };
  const [, second, third] = withNextStep(withNextStep([step], TODAY), TODAY);
  expect(second).toEqual({ from: '2026-03-12', amount: 1, times: ['08:00'] });
  expect(third).toMatchObject({ from: '2026-03-16', amount: 0.5 });
  expect(withNextStep([{ ...step, amount: 0.25 }], TODAY)[1]?.amount).toBe(0.25);
});
