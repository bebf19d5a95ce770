import { expect, test } from 'vitest';
import { nextCell } from './matrix-keys.ts';

const CELLS = [
  [false, true, false, true],
  [true, false, false, true],
  [false, true, false, false],
];

test.each([
  ['ArrowRight', 0, 1, [0, 3]],
  ['ArrowLeft', 0, 3, [0, 1]],
  ['ArrowRight', 0, 3, undefined],
  ['ArrowLeft', 0, 1, undefined],
  ['ArrowDown', 0, 1, [2, 1]],
  ['ArrowUp', 2, 1, [0, 1]],
  ['ArrowDown', 1, 3, undefined],
  ['ArrowUp', 0, 1, undefined],
  ['Home', 1, 3, [1, 0]],
  ['End', 1, 0, [1, 3]],
  ['Enter', 0, 1, undefined],
])('%s from row %i, day %i moves to the next cell with a button', (key, row, column, to) => {
  const next = nextCell(CELLS, { row, column }, key);
  expect(next && [next.row, next.column]).toEqual(to);
});
