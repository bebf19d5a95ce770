import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
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
  ['no connection', new TypeError('Failed to fetch')],
  ['no answer in time', new DOMException('', 'TimeoutError')],
  ['an answer that is none', new NoAnswer()],
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
  ['the first', [press(1, 'a'), press(2, 'b')], [], 1],
  ['none when there is none', [], [], undefined],
  [
    'none of a dose that is held up, however many follow',
    [press(1, 'a'), press(2, 'a'), press(3, 'b')],
    ['a'],
    3,
  ],
  ['none when all are held up', [press(1, 'a')], ['a'], undefined],
])('the next press to send is %s', (_, presses, heldUp, number) => {
  expect(nextEntry(presses, new Set(heldUp), ({ dose }) => dose)?.number).toBe(number);
});

test.each<[string, Partial<Press>, number, string | undefined]>([
  ['sent at once: the time of the server', {}, NOON + 4999, undefined],
  ['kept for a while: its own', {}, NOON + 5000, '2026-03-10T12:00:00.000Z'],
  ['sent once more: its own', { wasSent: true }, NOON + 100, '2026-03-10T12:00:00.000Z'],
  [
    'pressed by a clock that was fast: now',
    { pressedAt: NOON + MINUTE_MS, wasSent: true },
    NOON,
    '2026-03-10T12:00:00.000Z',
  ],
  [
    'pressed by a clock that was ahead, counted from the last answer: that',
    { pressedAt: NOON + DAY_MS, notBefore: NOON - MINUTE_MS },
    NOON,
    '2026-03-10T11:59:00.000Z',
  ],
  [
    'pressed after a fall of the clock to 2020, counted from the last answer: that',
    { pressedAt: Date.parse('2020-01-01T00:00:00Z'), notBefore: NOON - MINUTE_MS },
    NOON + DAY_MS,
    '2026-03-10T11:59:00.000Z',
  ],
  [
    'pressed in 2020 by a tablet that had heard nothing: as early as the dose allows',
    { pressedAt: Date.parse('2020-01-01T00:00:00Z') },
    NOON + DAY_MS,
    '2026-03-10T00:00:00.000Z',
  ],
  [
    'pressed after a sleep that the count did not see: its own',
    { pressedAt: NOON, notBefore: NOON - HOUR_MS },
    NOON + MINUTE_MS,
    '2026-03-10T12:00:00.000Z',
  ],
  [
    'of 2020, delivered while the clock is wrong still: the time of the server',
    { pressedAt: Date.parse('2020-01-01T00:00:00Z') },
    Date.parse('2020-01-01T00:01:00Z'),
    undefined,
  ],
])('the time reported for a press %s', (_, more, now, expected) => {
  expect(timeToTell(press(1, 'a', more), now, EARLIEST)).toBe(expected);
});
