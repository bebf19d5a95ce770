import { describe, expect, test } from 'vitest';
import { addDays } from '#platform/shared/zoned-time.ts';
import { timesOfPattern } from './pattern.ts';
import type { Pattern } from './pattern-input.ts';
import { dosesOn, type ScheduledMedication, timesOn } from './schedule.ts';

const step = (from: string, amount: number, times = ['08:00']) => ({ from, amount, times });

function scheduled(pattern: Pattern, more: Partial<ScheduledMedication> = {}): ScheduledMedication {
  return {
    id: 'm',
    frequency: pattern.kind,
    times: timesOfPattern(pattern) ?? ['08:00'],
    startDate: '2026-01-01',
    endDate: null,
    isActive: true,
    pattern,
    ...more,
  };
}

/** Returns the dates with a dose from `from` to `to`, both inclusive. */
function datesOf(medication: ScheduledMedication, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    if (timesOn(medication, date).length > 0) dates.push(date.slice(5));
  }
  return dates;
}

describe('the days of a pattern (timesOn)', () => {
  test.each<[string, Pattern, Partial<ScheduledMedication>, string, string, string[]]>([
    [
      'chosen weekdays from the start date',
      { kind: 'chosen_weekdays', weekdays: [1, 3, 5] },
      { startDate: '2026-07-02' },
      '2026-06-29',
      '2026-07-08',
      ['07-03', '07-06', '07-08'],
    ],
    [
      'every 3 days from the start date',
      { kind: 'every_n_days', every: 3 },
      { startDate: '2026-02-26' },
      '2026-02-20',
      '2026-03-09',
      ['02-26', '03-01', '03-04', '03-07'],
    ],
    [
      'every second day over a leap day and a new year',
      { kind: 'every_n_days', every: 2 },
      { startDate: '2023-12-31' },
      '2024-02-26',
      '2024-03-03',
      ['02-27', '02-29', '03-02'],
    ],
    [
      'every 365 days',
      { kind: 'every_n_days', every: 365 },
      { startDate: '2026-03-01' },
      '2026-02-01',
      '2027-03-31',
      ['03-01', '03-01'],
    ],
    [
      'the 1st and the 15th',
      { kind: 'days_of_month', days: [1, 15] },
      {},
      '2026-01-10',
      '2026-03-01',
      ['01-15', '02-01', '02-15', '03-01'],
    ],
    [
      'the 31st, or the last day of a shorter month',
      { kind: 'days_of_month', days: [31] },
      {},
      '2026-01-30',
      '2026-05-01',
      ['01-31', '02-28', '03-31', '04-30'],
    ],
    [
      'the 29th, 30th and 31st are one dose in February',
      { kind: 'days_of_month', days: [29, 30, 31] },
      {},
      '2028-02-27',
      '2028-03-30',
      ['02-29', '03-29', '03-30'],
    ],
    [
      '2 days on and 3 days off from the start date',
      { kind: 'cycle', on: 2, off: 3 },
      { startDate: '2026-03-05' },
      '2026-03-01',
      '2026-03-16',
      ['03-05', '03-06', '03-10', '03-11', '03-15', '03-16'],
    ],
    [
      'none after the end date',
      { kind: 'every_n_days', every: 2 },
      { startDate: '2026-03-01', endDate: '2026-03-04' },
      '2026-02-25',
      '2026-03-10',
      ['03-01', '03-03'],
    ],
    [
      'each day of a taper from its first step to its end',
      { kind: 'taper', unit: 'tablet', steps: [step('2026-08-12', 2), step('2026-08-14', 1)] },
      { startDate: '2026-08-12', endDate: '2026-08-15' },
      '2026-08-10',
      '2026-08-20',
      ['08-12', '08-13', '08-14', '08-15'],
    ],
    [
      'none for a paused medication',
      { kind: 'chosen_weekdays', weekdays: [0, 1, 2, 3, 4, 5, 6] },
      { isActive: false },
      '2026-08-10',
      '2026-08-20',
      [],
    ],
  ])(
    'timesOn returns times on the days of the pattern: %s',
    (_, pattern, more, from, to, expected) => {
      expect(datesOf(scheduled(pattern, more), from, to)).toEqual(expected);
    },
  );

  test('a medication without the pattern of its frequency has doses every day, rather than none', () => {
    const { pattern: _, ...none } = scheduled({ kind: 'cycle', on: 1, off: 1 });
    expect(datesOf(none, '2026-03-01', '2026-03-03')).toHaveLength(3);
  });
});

describe('the times of a pattern (timesOfPattern)', () => {
  test.each([
    [4, '08:00', '20:00', ['08:00', '12:00', '16:00', '20:00']],
    [4, '08:30', '20:00', ['08:30', '12:30', '16:30']],
    [
      1,
      '00:00',
      '23:59',
      Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`),
    ],
    [12, '08:00', '08:00', ['08:00']],
    [6, '20:00', '08:00', []],
  ])('timesOfPattern for every %i hours from %s to %s', (every, from, until, times) => {
    expect(timesOfPattern({ kind: 'every_n_hours', every, from, until })).toEqual(times);
  });

  test('each step of a taper has its own times', () => {
    const steps = [step('2026-08-12', 2, ['08:00', '20:00']), step('2026-08-14', 1, ['09:00'])];
    const pattern: Pattern = { kind: 'taper', unit: 'tablet', steps };
    const taper = scheduled(pattern, { startDate: '2026-08-12' });
    expect(taper.times).toEqual(['08:00', '09:00', '20:00']);
    const on = (date: string) => dosesOn(taper, date, 'America/New_York').map(({ id }) => id);
    expect(on('2026-08-11')).toEqual([]);
    expect(on('2026-08-13')).toEqual(['m_2026-08-13_0800', 'm_2026-08-13_2000']);
    expect(on('2026-08-14')).toEqual(['m_2026-08-14_0900']);
  });
});
