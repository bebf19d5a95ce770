import { expect, test } from 'vitest';
import { textWidth, widthInTwoLines } from './text-width.ts';

// As Chromium measures them in the product's type.
test.each([
  ['Photos', 3.23],
  ['Watch', 2.897],
  ['My Day', 3.458],
  ['Grandchildren', 6.624],
  ['Family calls', 5.656],
  ['', 0],
])('%j is %f em wide, and a little room beside it', (text, em) => {
  expect(textWidth(text)).toBeGreaterThanOrEqual(em);
  expect(textWidth(text)).toBeLessThanOrEqual(em * 1.04);
});

test('an accent takes no room, and a letter of another alphabet that of its own height', () => {
  expect(textWidth('Zoë')).toBe(textWidth('Zoe'));
  expect(textWidth('写真')).toBe(2);
});

test.each([
  ['Photos', 'Photos'],
  ['My Day', 'Day'],
  ['Music and Radio', 'and Radio'],
  ['  Vitamin D3  ', 'Vitamin'],
  ['', ''],
])('%j is set so wide as %j', (text, line) => {
  expect(widthInTwoLines(text)).toBe(textWidth(line));
});
