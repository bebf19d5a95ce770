import { expect, test } from 'vitest';
import { fromTwelveHour, minutesFor, toTwelveHour } from './twelve-hour.ts';

test.each([
  ['00:00', '12:00 AM'],
  ['00:15', '12:15 AM'],
  ['08:10', '8:10 AM'],
  ['11:45', '11:45 AM'],
  ['12:00', '12:00 PM'],
  ['12:30', '12:30 PM'],
  ['20:00', '8:00 PM'],
  ['23:59', '11:59 PM'],
])('the time %s is converted to %s and back', (time, spoken) => {
  const { hour, minute, half } = toTwelveHour(time);
  expect(`${hour}:${minute} ${half}`).toBe(spoken);
  expect(fromTwelveHour({ hour, minute, half })).toBe(time);
});

test('minutes are 00, 15, 30 and 45, in addition to a stored other minute', () => {
  expect(minutesFor('30')).toEqual(['00', '15', '30', '45']);
  expect(minutesFor('10')).toEqual(['00', '10', '15', '30', '45']);
});
