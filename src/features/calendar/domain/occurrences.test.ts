import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, weekday } from '#platform/shared/zoned-time.ts';
import { RECURRENCES } from './event-kinds.ts';
import { nextOccurrence, occurrencesBetween, occursOn, type Recurring } from './occurrences.ts';

const event = (change: Partial<Recurring> & { eventDate: string }): Recurring => ({
  recurringFrequency: null,
  recurringUntil: null,
  skippedDates: [],
  ...change,
});

const CASES: [string, Recurring, string, string, string[]][] = [
  [
    'that happens once',
    event({ eventDate: '2026-03-10' }),
    '2026-03-01',
    '2026-03-31',
    ['2026-03-10'],
  ],
  [
    'that happened once before the range',
    event({ eventDate: '2026-02-28' }),
    '2026-03-01',
    '2026-03-31',
    [],
  ],
  [
    'daily from its date on',
    event({ eventDate: '2026-03-10', recurringFrequency: 'daily' }),
    '2026-03-09',
    '2026-03-12',
    ['2026-03-10', '2026-03-11', '2026-03-12'],
  ],
  [
    'weekly, across a change of the clocks',
    event({ eventDate: '2026-02-26', recurringFrequency: 'weekly' }),
    '2026-03-01',
    '2026-03-20',
    ['2026-03-05', '2026-03-12', '2026-03-19'],
  ],
  [
    'monthly on the 31st: the last day of shorter months',
    event({ eventDate: '2026-01-31', recurringFrequency: 'monthly' }),
    '2026-02-01',
    '2026-05-31',
    ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'],
  ],
  [
    'monthly on the 30th, in a leap year',
    event({ eventDate: '2027-12-30', recurringFrequency: 'monthly' }),
    '2028-02-01',
    '2028-03-31',
    ['2028-02-29', '2028-03-30'],
  ],
  [
    'yearly on 29 February: on the 28th in other years',
    event({ eventDate: '2024-02-29', recurringFrequency: 'yearly' }),
    '2024-01-01',
    '2028-12-31',
    ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29'],
  ],
  [
    'until its last day, inclusive',
    event({ eventDate: '2026-03-10', recurringFrequency: 'daily', recurringUntil: '2026-03-11' }),
    '2026-03-01',
    '2026-03-31',
    ['2026-03-10', '2026-03-11'],
  ],
  [
    'except on skipped days',
    event({
      eventDate: '2026-03-03',
      recurringFrequency: 'weekly',
      skippedDates: ['2026-03-10', '2026-03-11'],
    }),
    '2026-03-01',
    '2026-03-18',
    ['2026-03-03', '2026-03-17'],
  ],
];

describe('the occurrences of an event', () => {
  it.each(CASES)(
    'occurrencesBetween returns the dates of an event %s',
    (_name, recurring, from, to, dates) => {
      expect(occurrencesBetween(recurring, from, to)).toEqual(dates);
    },
  );

  it('nextOccurrence skips the skipped dates and stops after the last day', () => {
    const yearly = event({
      eventDate: '2020-07-04',
      recurringFrequency: 'yearly',
      recurringUntil: '2028-07-04',
      skippedDates: ['2026-07-04', '2027-07-04'],
    });
    expect(nextOccurrence(yearly, '2026-01-01')).toBe('2028-07-04');
    expect(nextOccurrence(yearly, '2028-07-05')).toBeUndefined();
  });

  it('an event from a hundred years ago costs no more than one of today', () => {
    const old = event({ eventDate: '1926-01-31', recurringFrequency: 'daily' });
    const started = performance.now();
    for (let times = 0; times < 1000; times += 1) occursOn(old, '2026-03-10');
    const spent = performance.now() - started;
    // A loop over all 36,000 days would take a hundred times as long.
    expect(spent).toBeLessThan(1000);
  });

  it('the dates are equal to those of a slow walk day by day', () => {
    const date = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2023-06-01', days));
    const recurring = fc.record({
      eventDate: date,
      recurringFrequency: fc.constantFrom(...RECURRENCES, null),
      recurringUntil: fc.option(date),
      skippedDates: fc.array(date, { maxLength: 20 }),
    });
    fc.assert(
      fc.property(recurring, date, fc.integer({ min: 0, max: 400 }), (each, from, days) => {
        const to = addDays(from, days);
        const walked: string[] = [];
        for (let day = from; day <= to; day = addDays(day, 1)) {
          if (happens(each, day)) walked.push(day);
        }
        expect(occurrencesBetween(each, from, to)).toEqual(walked);
        expect(walked.every((day) => occursOn(each, day))).toBe(true);
      }),
    );
  });
});

/** An independent implementation of the rule for a single day. */
function happens(each: Recurring, day: string): boolean {
  const { eventDate, recurringFrequency, recurringUntil, skippedDates } = each;
  if (day < eventDate || skippedDates.includes(day)) return false;
  if (recurringUntil !== null && day > recurringUntil) return false;
  if (recurringFrequency === null) return day === eventDate;
  if (recurringFrequency === 'daily') return true;
  if (recurringFrequency === 'weekly') return weekday(day) === weekday(eventDate);
  const isLast = addDays(day, 1).slice(8) === '01';
  const sameDay =
    day.slice(8) === eventDate.slice(8) || (isLast && day.slice(8) < eventDate.slice(8));
  return sameDay && (recurringFrequency === 'monthly' || day.slice(5, 7) === eventDate.slice(5, 7));
}
