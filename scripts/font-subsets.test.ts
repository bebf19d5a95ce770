import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { subsetsIn } from './font-subsets.ts';

const subsets = subsetsIn(readFileSync('src/platform/web/fonts.css', 'utf8'));
const charactersOf = (name: string) =>
  subsets.find((subset) => subset.name === name)?.characters ?? '';

const weights = [
  ...readFileSync('src/platform/web/theme.css', 'utf8').matchAll(/--font-weight-\w+: (\d+);/g),
].map(([, weight]) => Number(weight));

test('a rule defines its file, characters and weights', () => {
  expect(
    subsetsIn(`@font-face {
      font-weight: 400 700;
      src: url("~subset/some/family/files/font.woff2") format("woff2");
      unicode-range: U+41-43, U+20AC;
    }`),
  ).toEqual([
    {
      name: 'some',
      file: 'family/files/font.woff2',
      characters: 'ABC€',
      weights: { min: 400, max: 700 },
    },
  ]);
  expect(() => subsetsIn('@font-face { font-weight: 400 700; }')).toThrow('No subset');
});

test('every font file contains every weight of the theme', () => {
  expect(weights.length).toBeGreaterThan(3);
  for (const subset of subsets) {
    expect(subset.weights.min, subset.name).toBeLessThanOrEqual(Math.min(...weights));
    expect(subset.weights.max, subset.name).toBeGreaterThanOrEqual(Math.max(...weights));
  }
});

test('the preloaded files contain English, and all Latin letters are in some file', () => {
  for (const letter of 'Margaret’s 8:30 AM · 72°F “Photos” – one — two…') {
    expect(charactersOf('english'), letter).toContain(letter);
  }
  expect(charactersOf('digits')).toBe('0123456789');
  const all = subsets.map(({ characters }) => characters).join('');
  for (let code = 0x20; code < 0x250; code += 1) {
    expect(all, `U+${code.toString(16)}`).toContain(String.fromCodePoint(code));
  }
});
