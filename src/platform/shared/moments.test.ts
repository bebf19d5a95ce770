import { expect, test } from 'vitest';
import { dayMessage, momentMessage, timeMessage } from './moments.ts';

const NEW_YORK = 'America/New_York';

test('momentMessage uses the given timezone', () => {
  expect(momentMessage(new Date('2026-08-07T12:04:00Z'), NEW_YORK)).toBe('Aug 7, 2026, 8:04 AM');
});

test.each([
  ['2026-03-10T23:00:00Z', '9:00 PM'],
  ['2026-03-11T12:00:00Z', '9:00 PM on Tuesday, March 10'],
])('timeMessage adds the day if the other instant is on another day: %s', (other, words) => {
  expect(timeMessage(new Date('2026-03-11T01:00:00Z'), new Date(other), NEW_YORK)).toBe(words);
});

test('dayMessage of a local date includes its weekday', () => {
  expect(dayMessage('2025-08-14')).toBe('Thursday, August 14');
});
