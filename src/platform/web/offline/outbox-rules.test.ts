import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { ApiError, NoAnswer } from '../api.ts';
import {
  type Entry,
  nextEntry,
  type Outcome,
  outcomeOfFailure,
  timeToTell,
  waitAfterTries,
} from './outbox-rules.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

/**
 * Earliest time for a dose that is due at noon: answers are accepted at most twelve hours before.
 */
const EARLIEST = NOON - DAY_MS / 2;

type Press = Entry<{ readonly dose: string }>;

function press(number: number, dose: string, more: Partial<Press> = {}): Press {
  return {
    number,
    key: `key ${number}`,
    person: 'edith',
    household: 'GA-1',
    dose,
    pressedAt: NOON,
    wasSent: false,
    ...more,
  };
}

const REFUSAL = '{"error":"Not found.","code":"not-found"}';

test.each<[number, string, Outcome]>([
  // The dose does not exist or the time is impossible; a retry cannot succeed.
  [400, REFUSAL, 'refused'],
  [404, REFUSAL, 'refused'],
  [409, REFUSAL, 'refused'],
  [413, REFUSAL, 'refused'],
  // Answers of an intermediary: a proxy without its server, a maintenance page, a sign-in page.
  [400, '', 'unknown'],
  [404, '404 page not found', 'unknown'],
  [405, '<html>Not allowed</html>', 'unknown'],
  [404, '{}', 'unknown'],
  [404, '{"error":{"code":404}}', 'unknown'],
  [404, '{"code":"not-found"}', 'unknown'],
  [404, '{"error":"Not found."}', 'unknown'],
  [401, '<html>Sign in</html>', 'unknown'],
  [401, '{"error":"Sign in to the network."}', 'unknown'],
  [403, '<html>Forbidden</html>', 'unknown'],
  [408, '', 'unknown'],
  [429, '', 'unknown'],
  [503, '', 'unknown'],
  [302, '', 'unknown'],
  [511, '<html>Sign in</html>', 'unknown'],
  // The session or subscription has ended, too many calls, no database: the call had no effect.
  [401, REFUSAL, 'not now'],
  [503, REFUSAL, 'not now'],
  [403, REFUSAL, 'not now'],
  [408, REFUSAL, 'not now'],
  [429, REFUSAL, 'not now'],
  [500, REFUSAL, 'failed'],
  [507, REFUSAL, 'failed'],
  [500, '<html>Error</html>', 'unknown'],
  // A proxy that timed out.
  [502, REFUSAL, 'unknown'],
  [504, '', 'unknown'],
])('a failure %i with %j means %s', (status, text, outcome) => {
  expect(outcomeOfFailure(new ApiError(status, text, ''))).toBe(outcome);
});

test.each([
  ['a failed connection', new TypeError('Failed to fetch')],
  ['a timeout', new DOMException('', 'TimeoutError')],
  ['an answer that is not from the server', new NoAnswer()],
])('%s leaves the outcome unknown', (_, failure) => {
  expect(outcomeOfFailure(failure)).toBe('unknown');
});

test.each([
  [1, 5_000],
  [2, 10_000],
  [3, 20_000],
  [6, 160_000],
  [7, 300_000],
  [50, 300_000],
  [5000, 300_000],
])('after %i attempts without an answer the delay is %i ms', (tries, wait) => {
  expect(waitAfterTries(tries)).toBe(wait);
});

test.each<[string, Press[], string[], number | undefined]>([
  ['the oldest one', [press(1, 'a'), press(2, 'b')], [], 1],
  ['undefined for an empty outbox', [], [], undefined],
  [
    'the next one of another dose if a dose is blocked',
    [press(1, 'a'), press(2, 'a'), press(3, 'b')],
    ['a'],
    3,
  ],
  ['undefined if all doses are blocked', [press(1, 'a')], ['a'], undefined],
])('the next press to send is %s', (_, presses, heldUp, number) => {
  expect(nextEntry(presses, new Set(heldUp), ({ dose }) => dose)?.number).toBe(number);
});

test.each<[string, Partial<Press>, number, string | undefined]>([
  ["sent at once: the server's time", {}, NOON + 4999, undefined],
  ['sent after a delay: the time of the press', {}, NOON + 5000, '2026-03-10T12:00:00.000Z'],
  ['sent again: the time of the press', { wasSent: true }, NOON + 100, '2026-03-10T12:00:00.000Z'],
  [
    'by a clock ahead of the server: the current time',
    { pressedAt: NOON + MINUTE_MS, wasSent: true },
    NOON,
    '2026-03-10T12:00:00.000Z',
  ],
  [
    'by a clock ahead, counted from the last answer: that time',
    { pressedAt: NOON + DAY_MS, notBefore: NOON - MINUTE_MS },
    NOON,
    '2026-03-10T11:59:00.000Z',
  ],
  [
    'after the clock fell back to 2020, counted from the last answer: that time',
    { pressedAt: Date.parse('2020-01-01T00:00:00Z'), notBefore: NOON - MINUTE_MS },
    NOON + DAY_MS,
    '2026-03-10T11:59:00.000Z',
  ],
  [
    'in 2020, without any answer before: the earliest time of the dose',
    { pressedAt: Date.parse('2020-01-01T00:00:00Z') },
    NOON + DAY_MS,
    '2026-03-10T00:00:00.000Z',
  ],
  [
    'after a sleep that the count missed: the time of the press',
    { pressedAt: NOON, notBefore: NOON - HOUR_MS },
    NOON + MINUTE_MS,
    '2026-03-10T12:00:00.000Z',
  ],
  [
    "in 2020, sent while the clock is still wrong: the server's time",
    { pressedAt: Date.parse('2020-01-01T00:00:00Z') },
    Date.parse('2020-01-01T00:01:00Z'),
    undefined,
  ],
])('the time reported for a press %s', (_, more, now, expected) => {
  expect(timeToTell(press(1, 'a', more), now, EARLIEST)).toBe(expected);
});
