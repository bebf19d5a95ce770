import { expect, it } from 'vitest';
import { timeOfUse } from './time-of-use.ts';

const NOW = '2026-03-10T12:00:00.000Z';

it.each([
  ['without a recorded time', undefined, NOW],
  ['with a recorded time', '2026-03-10T08:00:00.000Z', '2026-03-10T08:00:00.000Z'],
  ['with another UTC offset', '2026-03-10T04:00:00-04:00', '2026-03-10T08:00:00.000Z'],
  ['eight days ago', '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
  ['more than eight days ago', '2026-03-02T11:59:59.999Z', undefined],
  ['from a clock that is a minute ahead', '2026-03-10T12:01:00.000Z', NOW],
  ['from a clock that is further ahead', '2026-03-10T12:01:00.001Z', undefined],
])('time of a use %s', (_, told, expected) => {
  expect(timeOfUse(told, new Date(NOW))?.toISOString()).toBe(expected);
});
