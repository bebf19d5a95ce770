import { expect, it } from 'vitest';
import { dateWords } from './photo-messages.ts';

it.each([
  ['2026-08-12T10:30:00', '2026', 'August 12'],
  ['2026-08-12T23:59:59', '2026', 'August 12'],
  ['2019-01-01T00:00:00', '2026', 'January 1, 2019'],
  ['2026-12-31T12:00:00', '2027', 'December 31, 2026'],
  ['2026-08-12T10:30:00', undefined, 'August 12, 2026'],
  [null, '2026', undefined],
  // An old cached list has no such field.
  [undefined, '2026', undefined],
  ['', '2026', undefined],
])('dateWords: a photo of %s is in %s of %s', (takenAt, thisYear, words) => {
  expect(dateWords(takenAt, thisYear)).toBe(words);
});
