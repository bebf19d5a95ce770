import { expect, test } from 'vitest';
import type { ComingDay } from '../../domain/next-days.ts';
import { dayDescription, figureOf, timesDescription } from './next-days-messages.ts';

const day = (date: string, ...doses: [time: string, amount?: number][]): ComingDay => ({
  date: `2025-08-${date}`,
  doses: doses.map(([time, amount]) => ({ time, amount })),
  isChange: false,
});

const week = (...doses: [time: string, amount?: number][][]) =>
  doses.map((of, index) => day(`${14 + index}`, ...of));

test.each<[[string, number?][], string]>([
  [[], '–'],
  [[['08:00', 2]], '2'],
  [[['08:00', 0.5]], '½'],
  [
    [
      ['08:00', 1],
      ['20:00', 0.5],
    ],
    '1+½',
  ],
  [
    [
      ['08:00', 1],
      ['12:00', 1],
      ['20:00', 1.5],
    ],
    '3½',
  ],
  [[['08:00']], '1×'],
  [[['08:00', 2], ['20:00']], '2×'],
])('figureOf shows the amount or the number of doses: %j', (doses, figure) => {
  expect(figureOf(day('14', ...doses))).toBe(figure);
});

test('daySaid names amounts, times and changes for screen readers', () => {
  const changed = { ...day('16', ['08:00', 1], ['20:00', 0.5]), isChange: true };
  expect(dayDescription(changed, 'tablet')).toBe(
    'Saturday, August 16: 1 tablet at 8:00 AM and ½ tablet at 8:00 PM, a change',
  );
  expect(dayDescription(day('16', ['08:00']), undefined)).toBe('Saturday, August 16: 8:00 AM');
  expect(dayDescription(day('17'), 'tablet')).toBe('Sunday, August 17: none');
});

test.each<[string, ComingDay[], string]>([
  ['the same time each day', week([['08:00']], [['08:00']], [['08:00']]), 'At 8:00 AM each day.'],
  [
    'the same time each day, past today',
    week([], [['08:00']], [['08:00']]),
    'At 8:00 AM each day.',
  ],
  [
    'two times each day, the first past today',
    week([['20:00']], [['08:00'], ['20:00']], [['08:00'], ['20:00']]),
    'At 8:00 AM and 8:00 PM each day.',
  ],
  ['one time on some days', week([['08:00']], [], [['08:00']]), 'At 8:00 AM on these days.'],
  [
    'different times',
    week([['08:00']], [['08:00']], [['09:00']]),
    'Aug 14 at 8:00 AM. Aug 15 at 8:00 AM. Aug 16 at 9:00 AM.',
  ],
  ['no times', week([], [], []), 'The next dose is on Aug 31.'],
])('timesSaid describes the times of the days: %s', (_, days, words) => {
  expect(timesDescription(days, () => '2025-08-31')).toBe(words);
});

test('timesSaid explains the darker edge, and states if no dose follows', () => {
  const [first, second] = week([['08:00', 2]], [['08:00', 1]]);
  const changed = [first, { ...second, isChange: true }] as ComingDay[];
  expect(timesDescription(changed, () => undefined)).toBe(
    'At 8:00 AM each day. A darker edge marks a change of the amount.',
  );
  expect(timesDescription(week([], []), () => undefined)).toBe('No dose is to come.');
});
