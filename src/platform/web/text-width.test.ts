import { expect, test } from 'vitest';
import { textWidth, widthInTwoLines } from './text-width.ts';

// Expected widths, as measured by Chromium in the product's font.
test.each([
  ['Photos', 3.23],
  ['Watch', 2.897],
  ['My Day', 3.458],
  ['Grandchildren', 6.624],
  ['Family calls', 5.656],
  ['', 0],
])('the computed width of %j is at least %f em and at most 4 percent more', (text, em) => {
  expect(textWidth(text)).toBeGreaterThanOrEqual(em);
  expect(textWidth(text)).toBeLessThanOrEqual(em * 1.04);
});

test('accents add no width, and a character of another script counts as one em', () => {
  expect(textWidth('Zoë')).toBe(textWidth('Zoe'));
  expect(textWidth('写真')).toBe(2);
});

test.each([
  ['Photos', 'Photos'],
  ['My Day', 'Day'],
  ['Music and Radio', 'and Radio'],
  ['  Vitamin D3  ', 'Vitamin'],
  ['', ''],
])('the width of %j in two lines is that of %j', (text, line) => {
  expect(widthInTwoLines(text)).toBe(textWidth(line));
});
