import { expect, it } from 'vitest';
import { ADDRESS_RULE, EMAIL_RULE, secondsToWait } from './throttle.ts';

const failedAt = new Date('2026-03-08T12:00:00Z');
const after = (seconds: number) => new Date(failedAt.getTime() + seconds * 1000);

it.each([
  ['four failures of an email wait for nothing', EMAIL_RULE, 4, 0, 0],
  ['the fifth waits a second', EMAIL_RULE, 5, 0, 1],
  ['and is over after it', EMAIL_RULE, 5, 1, 0],
  ['the eighth waits 8 seconds', EMAIL_RULE, 8, 0, 8],
  ['of which 3 remain after 5', EMAIL_RULE, 8, 5, 3],
  ['an email never waits longer than a minute', EMAIL_RULE, 400, 0, 60],
  ['an address has 20 free', ADDRESS_RULE, 19, 0, 0],
  ['and waits a quarter of an hour at the most', ADDRESS_RULE, 400, 0, 900],
  ['a server whose clock is a little behind waits too', EMAIL_RULE, 6, -2, 4],
  ['a clock that was set back by hours keeps nobody waiting for them', ADDRESS_RULE, 400, -7200, 0],
  ['an hour forgets everything', ADDRESS_RULE, 400, 3600, 0],
])('%s', (_, rule, failures, seconds, wait) => {
  expect(secondsToWait(rule, failures, failedAt, after(seconds))).toBe(wait);
});
