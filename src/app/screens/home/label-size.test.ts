import { expect, test } from 'vitest';
import { DEFAULT_BUTTONS } from '#features/home-buttons/domain/defaults.ts';
import { isShort, labelSize } from './label-size.ts';

const USUAL = DEFAULT_BUTTONS.map(({ label }) => label);

test('the six default labels fit into one line next to the arch', () => {
  expect(labelSize(USUAL)).toEqual({ word: expect.closeTo(3.575, 3), lines: 1, isLong: false });
});

test.each([
  ['Family calls', 2, false],
  ['Grandchildren', 1, true],
  ['Our Grandchildren', 2, true],
  ['Zoë', 1, false],
])('the label %j needs %i lines, and is too wide next to the arch: %s', (label, lines, isLong) => {
  expect(labelSize([...USUAL.slice(1), label])).toMatchObject({ lines, isLong });
});

test('a short label is not split into two lines', () => {
  expect(isShort('My Day')).toBe(true);
  expect(isShort('Family calls')).toBe(false);
});

test('no labels need no space', () => {
  expect(labelSize([])).toEqual({ word: 0, lines: 1, isLong: false });
});
