import { expect, it } from 'vitest';
import { datePattern } from './date-words.ts';

it.each([
  ['2026', '2026-%'],
  ['2026,', '2026-%'],
  ['2026-03', '2026-03%'],
  ['2026-03-', '2026-03%'],
  ['2026-03-12', '2026-03-12%'],
  ['march', '%-03-%'],
  ['March', '%-03-%'],
  ['sep', '%-09-%'],
  ['sept.', '%-09-%'],
  ['may', '%-05-%'],
  ['jun', '%-06-%'],
  ['jul', '%-07-%'],
  ['4', '%-04'],
  ['12,', '%-12'],
  ['3rd', '%-03'],
  ['21st', '%-21'],
  ['ma', undefined],
  ['', undefined],
  ['%', undefined],
  ['marched', undefined],
  ['123', undefined],
  ['20261', undefined],
  ['2026-3', undefined],
  ['lake', undefined],
])('the word %s has the pattern %s', (word, pattern) => {
  expect(datePattern(word)).toBe(pattern);
});
