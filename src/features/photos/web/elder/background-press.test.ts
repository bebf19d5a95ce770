import { expect, it } from 'vitest';
import { isMeant } from './background-press.ts';

const CLOSE = { left: 1000, top: 20, right: 1200, bottom: 100 };

it.each([
  ['far from every control it closes', { x: 500, y: 400, drag: 0 }, true],
  ['with a hand that trembles a little too', { x: 500, y: 400, drag: 10 }, true],
  ['after a drag over 10 px it does not', { x: 500, y: 400, drag: 10.1 }, false],
  ['23 px left of a control it does not', { x: 977, y: 60, drag: 0 }, false],
  ['24 px left of it, it does', { x: 976, y: 60, drag: 0 }, true],
  ['23 px below it does not', { x: 1100, y: 123, drag: 0 }, false],
  ['at its corner the way is the straight one', { x: 983, y: 117, drag: 0 }, true],
  ['on it, it does not', { x: 1100, y: 60, drag: 0 }, false],
])('isMeant for a press on the background: %s', (_, press, expected) => {
  expect(isMeant(press, [CLOSE, { left: 20, top: 20, right: 200, bottom: 100 }])).toBe(expected);
});
