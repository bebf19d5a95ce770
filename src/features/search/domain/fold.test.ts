import { expect, it } from 'vitest';
import { beginsWords, isFound } from './fold.ts';

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

it.each([
  ['Lisinopril', 'li', true],
  ['Reminders, and the list they come from', 'LIST', true],
  ['Listen and Read', 'read li', true],
  ['Café Bleu', 'bleu cafe', true],
  ['Public list', 'ublic', false],
  ['Anything', '', true],
])('a word of %s begins with %s: %s', (text, typed, is) => {
  expect(beginsWords(text, typed)).toBe(is);
});
