import { expect, it } from 'vitest';
import { scaledMedia, textFactor } from './scaled-media.ts';

it.each([
  ['(width >= 45em)', 1.6, '(width >= 72em)'],
  ['(22.5em <= width < 64em)', 1.2, '(27em <= width < 76.8em)'],
  ['(max-width: 44.99em) and (height < 35em)', 1.1, '(max-width: 49.489em) and (height < 38.5em)'],
  ['(prefers-reduced-motion: reduce)', 1.6, '(prefers-reduced-motion: reduce)'],
  ['(width >= 600px)', 1.6, '(width >= 600px)'],
])('%s, with text %d times as large, is %s', (query, factor, scaled) => {
  expect(scaledMedia(query, factor)).toBe(scaled);
});

it.each([
  [160, 1280, 1.6],
  [160, 390, 1.393],
  [160, 448, 1.6],
  [160, 320, 1.143],
  [120, 340, 1.2],
  [160, 200, 1],
  [100, 1280, 1],
])('text of %d %% in a window of %d px is %d times as large', (percent, px, factor) => {
  expect(textFactor(percent, px)).toBe(factor);
});
