import { expect, test } from 'vitest';
import type { CalendarEvent } from '../../contract.ts';
import {
  byDay,
  countMessage,
  dateOfKey,
  dayName,
  weekName,
  weekOf,
  weeksOfMonth,
} from './day-grid.ts';

test.each([
  ['2026-03-10', 5, '2026-03-01', '2026-04-04'],
  ['2026-08-31', 6, '2026-07-26', '2026-09-05'],
  ['2026-02-14', 4, '2026-02-01', '2026-02-28'],
  ['2028-02-29', 5, '2028-01-30', '2028-03-04'],
  ['2027-01-01', 6, '2026-12-27', '2027-02-06'],
  ['2100-02-01', 5, '2100-01-31', '2100-03-06'],
])('the month of %s has %i weeks, from %s to %s', (date, count, first, last) => {
  const weeks = weeksOfMonth(date);
  expect(weeks).toHaveLength(count);
  expect(weeks.every((week) => week.length === 7)).toBe(true);
  expect([weeks.at(0)?.at(0), weeks.at(-1)?.at(-1)]).toEqual([first, last]);
});

test('a week begins on Sunday, also across the end of a year', () => {
  const week = weekOf('2027-01-02');
  expect([week[0], week[6]]).toEqual(['2026-12-27', '2027-01-02']);
  expect(weekOf('2027-01-03')[0]).toBe('2027-01-03');
  expect(weekName(week)).toBe('December 27, 2026 to January 2, 2027');
  expect(weekName(weekOf('2026-03-10'))).toBe('March 8 to March 14, 2026');
});

test.each([
  ['ArrowLeft', '2026-03-01', '2026-02-28'],
  ['ArrowRight', '2028-02-28', '2028-02-29'],
  ['ArrowUp', '2026-03-03', '2026-02-24'],
  ['ArrowDown', '2026-12-30', '2027-01-06'],
  ['Home', '2026-03-10', '2026-03-08'],
  ['Home', '2026-03-08', '2026-03-08'],
  ['End', '2026-03-10', '2026-03-14'],
  ['PageUp', '2028-03-31', '2028-02-29'],
  ['PageDown', '2026-01-31', '2026-02-28'],
  ['Enter', '2026-03-10', undefined],
  ['a', '2026-03-10', undefined],
])('dateOfKey with %s on %s returns %s', (key, from, to) => {
  expect(dateOfKey(from, key)).toBe(to);
});

test('byDay sorts all-day events first, then by start time', () => {
  const of = (title: string, eventDate: string, startTime: string | null) =>
    ({ id: title, title, eventDate, startTime }) as CalendarEvent;
  const days = byDay([
    of('Cards', '2026-03-10', '19:00'),
    of('Walk', '2026-03-11', '09:00'),
    of('Birthday', '2026-03-10', null),
    of('Dentist', '2026-03-10', '08:30'),
  ]);
  expect(days.get('2026-03-10')?.map(({ title }) => title)).toEqual([
    'Birthday',
    'Dentist',
    'Cards',
  ]);
  expect([...days.keys()].sort()).toEqual(['2026-03-10', '2026-03-11']);
});

test('dayName and countMessage format a day and its number of events', () => {
  expect(dayName('2026-03-10')).toBe('Tuesday, March 10');
  expect([0, 1, 2].map(countMessage)).toEqual(['no events', '1 event', '2 events']);
});
