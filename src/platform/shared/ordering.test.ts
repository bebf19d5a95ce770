import { expect, it } from 'vitest';
import { inOrder, isSameSet, moved, movedTo, placeMessage } from './ordering.ts';

it.each([
  ['an item to the front', ['a', 'b', 'c'], 'c', 0, ['c', 'a', 'b']],
  ['an item to the end', ['a', 'b', 'c'], 'a', 2, ['b', 'c', 'a']],
  ['an item beyond the end to the end', ['a', 'b', 'c'], 'a', 99, ['b', 'c', 'a']],
  ['an item to its own place without a change', ['a', 'b', 'c'], 'b', 1, ['a', 'b', 'c']],
  ['no item for an unknown id', ['a', 'b'], 'x', 0, ['a', 'b']],
])('moved() moves %s', (_, ids, id, place, expected) => {
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

const THINGS = [
  { id: 'a', name: 'one', order: 0 },
  { id: 'b', name: 'two', order: 1 },
];

it('inOrder numbers items in the order of the ids and omits unknown ids', () => {
  expect(inOrder(THINGS, ['b', 'x', 'a'])).toEqual([
    { id: 'b', name: 'two', order: 0 },
    { id: 'a', name: 'one', order: 2 },
  ]);
});

it('movedTo returns the items with their new positions', () => {
  expect(movedTo(THINGS, 'a', 1).map(({ id, order }) => [id, order])).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
});

it.each([
  ['Watch', 1, 6, 'Watch, position 2 of 6'],
  ['Birds of the Garden', 1, 7, 'Birds of the Garden, position 2 of 7'],
])('placeMessage counts positions from one: %s', (name, order, total, words) => {
  expect(placeMessage(name, order, total)).toBe(words);
});
