import { expect, test } from 'vitest';
import { timesOfPattern } from '../../domain/pattern.ts';
import type { Amounts, Pattern } from '../../domain/pattern-input.ts';
import { scheduleMessage } from './medication-messages.ts';
import { ordinal } from './pattern-messages.ts';

const step = (from: string, amount: number, times = ['08:00']) => ({ from, amount, times });

test.each<[Pattern, string]>([
  [{ kind: 'chosen_weekdays', weekdays: [1, 3, 5] }, 'Monday, Wednesday and Friday at 8:00 AM'],
  [{ kind: 'chosen_weekdays', weekdays: [0] }, 'Sunday at 8:00 AM'],
  [{ kind: 'every_n_days', every: 3 }, 'Every 3 days at 8:00 AM'],
  [
    { kind: 'every_n_hours', every: 4, from: '08:00', until: '20:00' },
    'Every 4 hours from 8:00 AM to 8:00 PM',
  ],
  [
    { kind: 'every_n_hours', every: 1, from: '08:00', until: '20:00' },
    'Every hour from 8:00 AM to 8:00 PM',
  ],
  [{ kind: 'days_of_month', days: [1, 15] }, 'On the 1st and 15th at 8:00 AM'],
  [{ kind: 'cycle', on: 21, off: 7 }, '21 days on, 7 days off, at 8:00 AM'],
  [{ kind: 'cycle', on: 1, off: 1 }, '1 day on, 1 day off, at 8:00 AM'],
  [
    {
      kind: 'taper',
      unit: 'tablet',
      steps: [step('2026-08-12', 2), step('2026-08-16', 1), step('2026-08-19', 0.5)],
    },
    '2 tablets from Aug 12, 1 from Aug 16, ½ from Aug 19, at 8:00 AM',
  ],
  [
    {
      kind: 'taper',
      unit: 'tablet',
      steps: [step('2026-08-12', 1), step('2026-08-16', 0.5, ['20:00'])],
    },
    '1 tablet from Aug 12, ½ from Aug 16',
  ],
])('scheduleMessage describes the pattern %j', (pattern, words) => {
  const times = timesOfPattern(pattern) ?? ['08:00'];
  const medication = { frequency: pattern.kind, times, startDate: '2026-08-12', pattern };
  expect(scheduleMessage(medication)).toBe(words);
});

test('scheduleMessage shows the amount after each time', () => {
  const amounts: Amounts = { unit: 'tablet', ofTimes: [{ time: '08:00', amount: 2 }] };
  const twice = { frequency: 'twice_daily', times: ['08:00', '20:00'] } as const;
  expect(
    scheduleMessage({ ...twice, times: [...twice.times], startDate: '2026-08-12', amounts }),
  ).toBe('Twice Daily at 8:00 AM (2 tablets), 8:00 PM');
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [4, '4th'],
  [11, '11th'],
  [12, '12th'],
  [13, '13th'],
  [21, '21st'],
  [22, '22nd'],
  [23, '23rd'],
  [31, '31st'],
])('ordinal of %i is %s', (day, words) => {
  expect(ordinal(day)).toBe(words);
});
