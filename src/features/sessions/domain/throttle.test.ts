import { describe, expect, it } from 'vitest';
import { SECOND_MS } from '#platform/shared/durations.ts';
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
  ['four failures on a known device cause no wait', DEVICE_RULE, 4, 0, 0],
  ['the fifth failure on a known device causes a wait of a second', DEVICE_RULE, 5, 0, 1],
  ['a wait of a second ends after a second', DEVICE_RULE, 5, 1, 0],
  ['the eighth failure on a known device causes a wait of 8 seconds', DEVICE_RULE, 8, 0, 8],
  ['3 of 8 seconds remain after 5', DEVICE_RULE, 8, 5, 3],
  ['the fifth failure on an unknown device causes a wait of a minute', GUESS_RULE, 5, 0, 60],
  ['the sixth failure on an unknown device doubles the wait', GUESS_RULE, 6, 0, 120],
  ['the wait of an unknown device is at most an hour', GUESS_RULE, 400, 0, 3600],
  ['99 failures on all unknown devices cause no wait', EMAIL_RULE, 99, 0, 0],
  ['the wait for all unknown devices is at most a minute', EMAIL_RULE, 4000, 0, 60],
  ['an address has 20 free failures', ADDRESS_RULE, 19, 0, 0],
  ['the wait of an address is at most a quarter of an hour', ADDRESS_RULE, 400, 0, 900],
  ['a server with a slow clock waits too', DEVICE_RULE, 6, -2, 4],
  ['a clock that was set back by hours causes no wait', ADDRESS_RULE, 400, -7200, 0],
  ['failures expire after an hour', ADDRESS_RULE, 400, 3600, 0],
])('throttle rule: %s', (_, rule, failures, seconds, wait) => {
  expect(secondsToWait(rule, failures, failedAt, after(seconds))).toBe(wait);
});

/**
 * Simulates an attacker who makes each try as soon as it is permitted. Returns the times of the
 * tries in seconds.
 */
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

describe('maximum tries of a client that waits as required', () => {
  it.each([
    ['a password can be tried from one address at most 10 times', GUESS_RULE, 10],
    ['a password can be tried on a known device at most 17 times', DEVICE_RULE, 17],
    ['a password can be tried from all addresses at most 159 times', EMAIL_RULE, 159],
    ['many passwords can be tried from one address at most 32 times', ADDRESS_RULE, 32],
    ['emails can be tested for an account at most 10 times', TAKEN_EMAIL_RULE, 10],
  ])('%s in any hour', (_, rule, most) => {
    expect(mostInAnHour(triesOf(rule, 12))).toBe(most);
  });

  it('passwords from all addresses can be tried 60 times in each hour after the first', () => {
    const tries = triesOf(EMAIL_RULE, 3);
    expect(tries.filter((at) => at >= 3600 && at < 7200)).toHaveLength(60);
  });
});
