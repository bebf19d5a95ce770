import { expect, it } from 'vitest';
import { pressTime } from './press-time.ts';

const DUE = new Date('2026-03-10T12:00:00Z');
const NOW = new Date('2026-03-10T16:00:00Z');

it.each([
  ['what tells no time', undefined, DUE, NOW],
  ['a press of before', '2026-03-10T12:03:00.000Z', DUE, '2026-03-10T12:03:00.000Z'],
  ['one in another zone', '2026-03-10T08:03:00.000-04:00', DUE, '2026-03-10T12:03:00.000Z'],
  ['one of a fast clock', '2026-03-10T16:01:00.000Z', DUE, NOW],
  ['one that has not come yet', '2031-03-10T12:00:00.000Z', DUE, NOW],
  ['one of 12 hours ahead', '2026-03-10T00:00:00.000Z', DUE, '2026-03-10T00:00:00.000Z'],
  ['one of more than that', '2026-03-09T23:59:59.999Z', DUE, DUE],
  ['one of a clock that began anew', '2020-01-01T00:03:00.000Z', DUE, DUE],
  [
    'of a dose that is still to come',
    '2020-01-01T00:03:00.000Z',
    new Date('2026-03-10T17:00:00Z'),
    NOW,
  ],
  [
    'of a dose of long ago',
    '2026-01-10T12:03:00.000Z',
    new Date('2026-01-10T12:00:00Z'),
    '2026-01-10T12:03:00.000Z',
  ],
])('pressTime returns a plausible time of the press: %s', (_, pressedAt, due, expected) => {
  expect(pressTime(pressedAt, due, NOW)).toEqual(new Date(expected));
});
