import { expect, it } from 'vitest';
import { isFound } from './fold.ts';

it.each([
  ['Photo Albums', 'album', true],
  ['Photo Albums', 'ALB pho', true],
  ['Café', 'cafe', true],
  ['Cafe', 'CAFÉ', true],
  ['Photo Albums', '', true],
  ['Photo Albums', 'albums video', false],
])('%s is found by %s: %s', (text, typed, is) => {
  expect(isFound(text, typed)).toBe(is);
});
