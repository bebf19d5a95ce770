import { expect, it } from 'vitest';
import { isMeant } from './background-press.ts';

const CLOSE = { left: 1000, top: 20, right: 1200, bottom: 100 };

it.each([
  ['true far from all controls', { x: 500, y: 400, drag: 0 }, true],
  ['true after a drag of 10 px', { x: 500, y: 400, drag: 10 }, true],
  ['false after a drag of more than 10 px', { x: 500, y: 400, drag: 10.1 }, false],
  ['false 23 px left of a control', { x: 977, y: 60, drag: 0 }, false],
  ['true 24 px left of a control', { x: 976, y: 60, drag: 0 }, true],
  ['false 23 px below a control', { x: 1100, y: 123, drag: 0 }, false],
  ['true at a corner, by the diagonal distance', { x: 983, y: 117, drag: 0 }, true],
  ['false on a control', { x: 1100, y: 60, drag: 0 }, false],
])('isMeant for a press on the background: %s', (_, press, expected) => {
  expect(isMeant(press, [CLOSE, { left: 20, top: 20, right: 200, bottom: 100 }])).toBe(expected);
});
