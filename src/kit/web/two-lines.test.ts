import { expect, test } from 'vitest';
import { lettersInTwoLines } from './two-lines.ts';

test.each([
  ['Photos', 6],
  ['My Day', 3],
  ['Music and Radio', 9],
  ['Hydrochlorothiazide and Lisinopril combination', 23],
  ['  Vitamin D3  ', 7],
  ['', 0],
])('%j is set for %i letters a line', (text, letters) => {
  expect(lettersInTwoLines(text)).toBe(letters);
});
