import { expect, it } from 'vitest';
import { pressTime } from './press-time.ts';

const DUE = new Date('2026-03-10T12:00:00Z');
const NOW = new Date('2026-03-10T16:00:00Z');

it.each([
  ['a press without a time', undefined, DUE, NOW],
  ['an earlier press', '2026-03-10T12:03:00.000Z', DUE, '2026-03-10T12:03:00.000Z'],
  [
    'a press with another UTC offset',
    '2026-03-10T08:03:00.000-04:00',
    DUE,
    '2026-03-10T12:03:00.000Z',
  ],
  ['a press of a clock that is a minute ahead', '2026-03-10T16:01:00.000Z', DUE, NOW],
  ['a press in the future', '2031-03-10T12:00:00.000Z', DUE, NOW],
  ['a press 12 hours before the dose', '2026-03-10T00:00:00.000Z', DUE, '2026-03-10T00:00:00.000Z'],
  ['a press more than 12 hours before the dose', '2026-03-09T23:59:59.999Z', DUE, DUE],
  ['a press of a clock that was reset', '2020-01-01T00:03:00.000Z', DUE, DUE],
  [
    'a press of such a clock for a later dose',
    '2020-01-01T00:03:00.000Z',
    new Date('2026-03-10T17:00:00Z'),
    NOW,
  ],
  [
    'a press for a dose two months ago',
    '2026-01-10T12:03:00.000Z',
    new Date('2026-01-10T12:00:00Z'),
    '2026-01-10T12:03:00.000Z',
  ],
])('pressTime returns a plausible time of the press: %s', (_, pressedAt, due, expected) => {
  expect(pressTime(pressedAt, due, NOW)).toEqual(new Date(expected));
});
