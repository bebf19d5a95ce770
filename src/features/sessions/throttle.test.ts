import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#kit/shared/durations.ts';
import {
  ADDRESS_RULE,
  DEVICE_RULE,
  EMAIL_RULE,
  GUESS_RULE,
  MEMORY_MS,
  secondsToWait,
  TAKEN_EMAIL_RULE,
  type ThrottleRule,
} from './throttle.ts';

const failedAt = new Date('2026-03-08T12:00:00Z');
const after = (seconds: number) => new Date(failedAt.getTime() + seconds * SECOND_MS);

it.each([
  ['four failures at a known device wait for nothing', DEVICE_RULE, 4, 0, 0],
  ['the fifth waits a second', DEVICE_RULE, 5, 0, 1],
  ['and is over after it', DEVICE_RULE, 5, 1, 0],
  ['the eighth waits 8 seconds', DEVICE_RULE, 8, 0, 8],
  ['of which 3 remain after 5', DEVICE_RULE, 8, 5, 3],
  ['an unknown device waits a minute after the fifth', GUESS_RULE, 5, 0, 60],
  ['and twice as long after the sixth', GUESS_RULE, 6, 0, 120],
  ['and an hour at the most', GUESS_RULE, 400, 0, 3600],
  ['99 failures of all unknown devices wait for nothing', EMAIL_RULE, 99, 0, 0],
  ['and never longer than a minute', EMAIL_RULE, 4000, 0, 60],
  ['an address has 20 free', ADDRESS_RULE, 19, 0, 0],
  ['and waits a quarter of an hour at the most', ADDRESS_RULE, 400, 0, 900],
  ['a server whose clock is a little behind waits too', DEVICE_RULE, 6, -2, 4],
  ['a clock that was set back by hours keeps nobody waiting for them', ADDRESS_RULE, 400, -7200, 0],
  ['an hour forgets everything', ADDRESS_RULE, 400, 3600, 0],
])('%s', (_, rule, failures, seconds, wait) => {
  expect(secondsToWait(rule, failures, failedAt, after(seconds))).toBe(wait);
});

/** The tries of somebody who always tries at the first second that is allowed, in seconds. */
function triesOf(rule: ThrottleRule, hours: number): number[] {
  const tries: number[] = [];
  let failures = 0;
  let last = 0;
  for (let second = 0; second < hours * 3600; ) {
    const wait = secondsToWait(rule, failures, after(last), after(second));
    if (wait > 0) {
      second += wait;
      continue;
    }
    failures = (second - last) * SECOND_MS >= MEMORY_MS ? 1 : failures + 1;
    last = second;
    tries.push(second);
  }
  return tries;
}

const mostInAnHour = (tries: number[]) =>
  Math.max(...tries.map((at) => tries.filter((other) => other >= at && other < at + 3600).length));

describe('whoever waits as long as is asked and no longer tries', () => {
  it.each([
    ['at a password from one address at most 10 times', GUESS_RULE, 10],
    ['at a password from a known device at most 17 times', DEVICE_RULE, 17],
    ['at a password from everywhere at most 159 times', EMAIL_RULE, 159],
    ['at passwords of many from one address at most 32 times', ADDRESS_RULE, 32],
    ['whether emails have an account at most 10 times', TAKEN_EMAIL_RULE, 10],
  ])('%s in any hour', (_, rule, most) => {
    expect(mostInAnHour(triesOf(rule, 12))).toBe(most);
  });

  it('at a password from everywhere 60 times in each hour after the first', () => {
    const tries = triesOf(EMAIL_RULE, 3);
    expect(tries.filter((at) => at >= 3600 && at < 7200)).toHaveLength(60);
  });
});
