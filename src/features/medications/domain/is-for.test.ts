import { expect, it } from 'vitest';
import { isFor } from './is-for.ts';

it.each<[is: boolean, userId: string, elder: string | undefined, elders: number]>([
  [true, 'system', 'rose', 2],
  [true, 'rose', 'rose', 2],
  [false, 'max', 'rose', 2],
  // An item of a person who has left the household.
  [true, 'max', 'rose', 1],
  [true, 'max', undefined, 0],
])('isFor returns %s: an item of %s for %s, with %i elders', (is, userId, elder, elders) => {
  expect(isFor(elder, elders)({ userId })).toBe(is);
});
