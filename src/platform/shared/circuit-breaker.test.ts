import { expect, it } from 'vitest';
import { afterTrying, allowed, CLOSED } from './circuit-breaker.ts';
import { SECOND_MS } from './durations.ts';

/**
 * Returns the number of allowed attempts at the second `at`. `tried` lists earlier attempts: the
 * second, and true if the attempt failed.
 */
const after = (tried: readonly (readonly [number, boolean])[], at: number) =>
  allowed(
    tried.reduce((breaker, [when, hung]) => afterTrying(breaker, hung, when * SECOND_MS), CLOSED),
    at * SECOND_MS,
    20,
  );

const hanging = (count: number, at = 10) =>
  Array.from({ length: count }, () => [at, true] as const);

it.each([
  ['there were no attempts', [], 0, 20],
  ['one attempt failed', hanging(1), 11, 16],
  ['four attempts failed', hanging(4), 11, 4],
  [
    'an answer came between four failed attempts and four more',
    [...hanging(4), [10, false], ...hanging(4)],
    11,
    4,
  ],
  ['five attempts failed', hanging(5), 11, 0],
  ['five attempts failed a minute ago', hanging(5), 70, 1],
  ['the trial attempt failed too', [...hanging(5), [79, true]], 100, 0],
  ['the trial attempt was answered', [...hanging(20), [79, false]], 80, 20],
  ['the clock was set back', hanging(5, 10_000), 0, 1],
] as [string, [number, boolean][], number, number][])(
  'the number of allowed attempts when %s',
  (_, tried, at, expected) => {
    expect(after(tried, at)).toBe(expected);
  },
);
