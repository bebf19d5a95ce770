import { expect, it } from 'vitest';
import { durationOf } from './duration.ts';

it.each([
  [1, '0:01'],
  [59.6, '1:00'],
  [62, '1:02'],
  [1085, '18:05'],
  [3600, '1:00:00'],
  [3750, '1:02:30'],
  [36_061, '10:01:01'],
  [0, null],
  [-5, null],
  [Number.NaN, null],
  [undefined, null],
])('%s seconds are written as %s', (seconds, words) => {
  expect(durationOf(seconds)).toBe(words);
});
