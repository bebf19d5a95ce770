import { describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { type ClockTrust, lookAtClock, NO_TRUST } from './clock-trust.ts';

type Look = readonly [wall: number, elapsed: number];

/**
 * Returns for each check whether the wall clock was trusted. All values are in minutes; the
 * monotonic clock of the process starts at 1,000.
 */
function believed(looks: readonly Look[], known?: number): boolean[] {
  let trust: ClockTrust = NO_TRUST;
  return looks.map(([wall, elapsed]) => {
    const look = lookAtClock(trust, {
      wall: wall * MINUTE_MS,
      elapsed: (elapsed + 1000) * MINUTE_MS,
      known: known === undefined ? undefined : known * MINUTE_MS,
    });
    trust = look.trust;
    return look.isBelieved;
  });
}

const ahead = (minutes: number, looks: readonly number[]): Look[] =>
  looks.map((at) => [at + minutes, at]);

describe('trust in the wall clock (lookAtClock)', () => {
  it.each<[string, Look[], boolean[]]>([
    ['it runs evenly', ahead(0, [0, 1, 2, 600]), [true, true, true, true]],
    ['it is corrected by a few minutes', [...ahead(0, [0]), ...ahead(4, [1])], [true, true]],
    ['it is set back', [...ahead(0, [0]), ...ahead(-780, [1, 2])], [true, true, true]],
    [
      'it jumps ahead and is corrected',
      [...ahead(0, [0]), ...ahead(780, [1]), ...ahead(0, [2])],
      [true, false, true],
    ],
    [
      'it jumps ahead and is confirmed for five minutes, as after a sleep',
      [...ahead(0, [0]), ...ahead(780, [1, 3, 5.9, 6, 7])],
      [true, false, false, false, true, true],
    ],
    [
      'it jumps ahead repeatedly',
      [...ahead(0, [0]), ...ahead(100, [1, 3]), ...ahead(200, [5, 7]), ...ahead(300, [9, 11])],
      [true, false, false, false, false, false, false],
    ],
    [
      'it jumps ahead, and the second check alone does not confirm it',
      [...ahead(0, [0]), ...ahead(780, [1, 30, 31])],
      [true, false, false, true],
    ],
    [
      'a confirmed jump does not confirm the next one',
      [...ahead(0, [0]), ...ahead(780, [1, 3, 6]), ...ahead(1560, [7])],
      [true, false, false, true, false],
    ],
  ])('a running process trusts the wall clock or not: %s', (_, looks, expected) => {
    expect(believed(looks)).toEqual(expected);
  });

  it.each<[string, number | undefined, Look[], boolean[]]>([
    ['the first start', undefined, ahead(0, [0]), [true]],
    ['a short downtime', -3, ahead(0, [0]), [true]],
    ['a clock behind the last known time', 500, ahead(0, [0]), [true]],
    ['a long downtime needs a confirmation', -6, ahead(0, [0, 2, 5]), [false, false, true]],
    [
      'a clock that is corrected meanwhile is trusted at once',
      0,
      [...ahead(780, [0, 1]), ...ahead(0, [2])],
      [false, false, true],
    ],
  ])('a starting process trusts the wall clock or not: %s', (_, known, looks, expected) => {
    expect(believed(looks, known)).toEqual(expected);
  });

  it('a jump of a month is doubted exactly as a jump of three hours', () => {
    expect(believed([...ahead(0, [0]), ...ahead((30 * DAY_MS) / MINUTE_MS, [1])])).toEqual([
      true,
      false,
    ]);
  });
});
