import { expect, test } from 'vitest';
import { pressTime } from './press-time.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');

test.each([
  ['not told: now', undefined, '2026-03-10T12:00:00.000Z'],
  ['an hour ago', '2026-03-10T11:00:00.000Z', '2026-03-10T11:00:00.000Z'],
  ['in the words of another zone', '2026-03-10T07:00:00-04:00', '2026-03-10T11:00:00.000Z'],
  ['a week ago', '2026-03-03T12:00:00.000Z', '2026-03-03T12:00:00.000Z'],
  ['31 days ago', '2026-02-07T12:00:00.000Z', '2026-02-07T12:00:00.000Z'],
  ['a little ahead, by a clock that is fast: now', '2026-03-10T12:02:00.000Z', NOW.toISOString()],
])('the time of a press: %s', (_, pressedAt, expected) => {
  expect(pressTime(pressedAt, NOW).toISOString()).toBe(expected);
});

test.each([
  ['that has not come yet', '2026-03-10T12:02:00.001Z', 'This time has not come yet.'],
  ['of long ago', '2026-02-07T11:59:59.999Z', 'This was pressed more than 31 days ago.'],
])('a time %s is refused', (_, pressedAt, sentence) => {
  expect(() => pressTime(pressedAt, NOW)).toThrow(sentence);
});
