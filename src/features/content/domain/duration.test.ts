import { describe, expect, it } from 'vitest';
import { durationOf, playableSeconds, secondsOf } from './duration.ts';

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
])('durationOf formats %s seconds as %s', (seconds, words) => {
  expect(durationOf(seconds)).toBe(words);
});

describe('secondsOf parses a typed duration', () => {
  it.each([
    ['12:40', 760],
    [' 12:40 ', 760],
    ['0:01', 1],
    ['90:00', 5400],
    ['1:02:30', 3750],
    ['24:00:00', 86_400],
    ['1440:00', 86_400],
    ['24:00:01', undefined],
    ['0:00', undefined],
    ['1:60:00', undefined],
    ['12:60', undefined],
    ['12:4', undefined],
    ['1:2:30', undefined],
    ['12', undefined],
    ['12 min', undefined],
    ['-1:00', undefined],
    ['', undefined],
  ])('%j is parsed as %s seconds', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });

  it.each(['12:40', '0:09', '59:59', '1:00:00', '1:02:30'])(
    '%s is formatted in the same way after parsing',
    (text) => {
      expect(durationOf(secondsOf(text))).toBe(text);
    },
  );
});

describe('playableSeconds checks the seconds from a player', () => {
  it.each([
    [634.4, 634],
    [0.5, 1],
    [0.4, undefined],
    [0, undefined],
    [-1, undefined],
    [86_400.2, 86_400],
    [86_401, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [Number.NaN, undefined],
  ])('playableSeconds of %d is %s', (told, seconds) => {
    expect(playableSeconds(told)).toBe(seconds);
  });
});
