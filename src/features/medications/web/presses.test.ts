import { expect, test } from 'vitest';
import { nextPress, type Outcome, outcomeOf, type Press, timeToTell } from './presses.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

function press(number: number, medicationId: string, more: Partial<Press> = {}): Press {
  return {
    number,
    key: `key ${number}`,
    person: 'edith',
    household: 'GA-1',
    medicationId,
    scheduledTime: '2026-03-10T12:00:00.000Z',
    status: 'taken',
    pressedAt: NOON,
    wasSent: false,
    ...more,
  };
}

test.each<[number | undefined, Outcome]>([
  [200, 'delivered'],
  [201, 'delivered'],
  // The dose does not exist, or the time cannot be: it will never be otherwise.
  [400, 'refused'],
  [404, 'refused'],
  [413, 'refused'],
  // The session has ended, the subscription has, too many calls, no database: nothing was done.
  [401, 'not now'],
  [403, 'not now'],
  [408, 'not now'],
  [429, 'not now'],
  [503, 'not now'],
  [500, 'failed'],
  [507, 'failed'],
  // A proxy that waited in vain, or no answer at all.
  [502, 'unknown'],
  [504, 'unknown'],
  [undefined, 'unknown'],
])('an answer of %j means %s', (status, outcome) => {
  expect(outcomeOf(status)).toBe(outcome);
});

test.each<[string, Press[], string[], number | undefined]>([
  ['the first', [press(1, 'a'), press(2, 'b')], [], 1],
  ['none when there is none', [], [], undefined],
  [
    'none of a dose that is held up, however many follow',
    [press(1, 'a'), press(2, 'a'), press(3, 'b')],
    [`a@${NOON}`],
    3,
  ],
  ['none when all are held up', [press(1, 'a')], [`a@${NOON}`], undefined],
])('the next press to send: %s', (_, presses, heldUp, number) => {
  expect(nextPress(presses, new Set(heldUp))?.number).toBe(number);
});

test.each<[string, Partial<Press>, number, string | undefined]>([
  ['sent at once: the time of the server', {}, NOON + 4999, undefined],
  ['kept for a while: its own', {}, NOON + 5000, '2026-03-10T12:00:00.000Z'],
  ['sent once more: its own', { wasSent: true }, NOON + 100, '2026-03-10T12:00:00.000Z'],
  [
    'pressed by a clock that was fast: now',
    { pressedAt: NOON + 60_000, wasSent: true },
    NOON,
    '2026-03-10T12:00:00.000Z',
  ],
])('the time that is told of a press %s', (_, more, now, expected) => {
  expect(timeToTell(press(1, 'a', more), now)).toBe(expected);
});
