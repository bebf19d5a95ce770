import { expect, it } from 'vitest';
import { scaledMedia, textFactor } from './scaled-media.ts';

it.each([
  ['(width >= 45em)', 1.6, '(width >= 72em)'],
  ['(22.5em <= width < 64em)', 1.2, '(27em <= width < 76.8em)'],
  ['(max-width: 44.99em) and (height < 35em)', 1.1, '(max-width: 49.489em) and (height < 38.5em)'],
  ['(prefers-reduced-motion: reduce)', 1.6, '(prefers-reduced-motion: reduce)'],
  ['(width >= 600px)', 1.6, '(width >= 600px)'],
])('the query %s, with text %d times as large, is %s', (query, factor, scaled) => {
  expect(scaledMedia(query, factor)).toBe(scaled);
});

it.each([
  // 1280 px, and phones of 390, 360 and 320 px.
  [160, 80, 1.6],
  [160, 24.375, 1.6],
  [160, 22.5, 1.5],
  [160, 20, 1.333],
  [120, 20, 1.2],
  // A 320 px phone whose user has set a font size of 32 px.
  [160, 10, 1],
  [100, 80, 1],
])('text of %d %% in a window of %d rem is %d times as large', (percent, rem, factor) => {
  expect(textFactor(percent, rem)).toBe(factor);
});
