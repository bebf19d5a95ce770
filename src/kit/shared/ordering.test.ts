import { expect, it } from 'vitest';
import { isSameSet, moved } from './ordering.ts';

it.each([
  ['to the front', ['a', 'b', 'c'], 'c', 0, ['c', 'a', 'b']],
  ['to the end', ['a', 'b', 'c'], 'a', 2, ['b', 'c', 'a']],
  ['beyond the end', ['a', 'b', 'c'], 'a', 99, ['b', 'c', 'a']],
  ['where it is', ['a', 'b', 'c'], 'b', 1, ['a', 'b', 'c']],
  ['an unknown one nowhere', ['a', 'b'], 'x', 0, ['a', 'b']],
])('moves %s', (_, ids, id, place, expected) => {
  expect(moved(ids, id, place)).toEqual(expected);
});

it.each([
  [['a', 'b'], ['b', 'a'], true],
  [['a', 'a'], ['a', 'b'], false],
  [['a', 'b', 'b'], ['a', 'b'], false],
  [['a'], ['a', 'b'], false],
  [['a', 'b', 'c'], ['a', 'b'], false],
])('%j names the ids of %j: %s', (wanted, present, expected) => {
  expect(isSameSet(wanted, present)).toBe(expected);
});
