import { expect, it } from 'vitest';
import { isFor } from './whose.ts';

it.each<[is: boolean, userId: string, elder: string | undefined, elders: number]>([
  [true, 'system', 'rose', 2],
  [true, 'rose', 'rose', 2],
  [false, 'max', 'rose', 2],
  // Of somebody who has left.
  [true, 'max', 'rose', 1],
  [true, 'max', undefined, 0],
])('%s: what is of %s is for %s of %i', (is, userId, elder, elders) => {
  expect(isFor(elder, elders)({ userId })).toBe(is);
});
