import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { isBeyondLimit, nextAllowed } from './as-needed-limits.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const ago = (hours: number) => NOON - hours * HOUR_MS;

const limits = (shortestIntervalMinutes: number | null, mostIn24Hours: number | null) => ({
  shortestIntervalMinutes,
  mostIn24Hours,
});

const EVERY_SIX = limits(360, null);
const FOUR = limits(null, 4);
const BOTH = limits(240, 3);

describe('isBeyondLimit for as-needed doses', () => {
  test.each([
    ['no earlier dose', BOTH, [], false],
    ['no limits', limits(null, null), [NOON, ago(1)], false],
    ['one minute before the interval ends', EVERY_SIX, [ago(6) + MINUTE_MS], true],
    ['exactly at the end of the interval', EVERY_SIX, [ago(6)], false],
    ['a dose with a later time was logged before', EVERY_SIX, [NOON + HOUR_MS], true],
    ['the fourth of at most four', FOUR, [ago(1), ago(2), ago(23)], false],
    ['the fifth of at most four', FOUR, [ago(1), ago(2), ago(3), ago(23)], true],
    ['the first of four is exactly a day ago', FOUR, [ago(1), ago(2), ago(3), ago(24)], false],
    [
      'four others within a day around it',
      FOUR,
      [ago(10), ago(5), NOON + 5 * HOUR_MS, NOON + 10 * HOUR_MS],
      true,
    ],
    [
      'others that are more than a day apart',
      FOUR,
      [ago(20), ago(19), NOON + 10 * HOUR_MS, NOON + 11 * HOUR_MS],
      false,
    ],
    ['beyond the interval but within the number', BOTH, [ago(3)], true],
    ['beyond the number but after the interval', BOTH, [ago(5), ago(9), ago(13)], true],
  ])('a dose at noon is checked against the limits: %s', (_, given, others, expected) => {
    expect(isBeyondLimit(given, others, NOON)).toBe(expected);
  });
});

describe('nextAllowed for as-needed doses', () => {
  test.each([
    ['no dose: now', BOTH, [], NOON],
    ['an interval after the last dose', EVERY_SIX, [ago(10), ago(2)], NOON + 4 * HOUR_MS],
    [
      'a day after the first of four doses',
      FOUR,
      [ago(20), ago(3), ago(2), ago(1)],
      NOON + 4 * HOUR_MS,
    ],
    [
      'a day after the second of five doses',
      FOUR,
      [ago(20), ago(10), ago(3), ago(2), ago(1)],
      NOON + 14 * HOUR_MS,
    ],
    ['the later of both limits', BOTH, [ago(22), ago(9), ago(1)], NOON + 3 * HOUR_MS],
    ['an interval of one day', limits(1440, 1), [ago(1)], NOON + DAY_MS - HOUR_MS],
  ])('the next allowed time is computed from the doses taken: %s', (_, given, taken, expected) => {
    expect(nextAllowed(given, taken, NOON)).toBe(expected);
  });

  test('the next allowed time is the first minute at which a dose is within the limits', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = generator(seed);
      const given = limits(
        random() < 0.3 ? null : 1 + Math.floor(random() * 1440),
        random() < 0.3 ? null : 1 + Math.floor(random() * 5),
      );
      const taken = Array.from(
        { length: Math.floor(random() * 8) },
        () => NOON - Math.floor(random() * 1440) * MINUTE_MS,
      );
      let first = NOON;
      while (isBeyondLimit(given, taken, first)) first += MINUTE_MS;
      expect(nextAllowed(given, taken, NOON), `seed ${seed}`).toBe(first);
    }
  });
});

/** Pseudorandom numbers from 0 (inclusive) to 1 (exclusive), reproducible by seed (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
