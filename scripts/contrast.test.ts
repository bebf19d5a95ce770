import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const theme = readFileSync('src/platform/web/theme.css', 'utf8');

/** Returns the red, green and blue channels of a colour token, from 0 to 255. */
function channels(token: string): number[] {
  const hex = new RegExp(`--color-${token}: #([0-9a-f]{3,6});`).exec(theme)?.[1];
  if (hex === undefined) throw new Error(`theme.css has no colour named ${token}`);
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  return [0, 2, 4].map((start) => Number.parseInt(full.slice(start, start + 2), 16));
}

/** Relative luminance as defined in WCAG 2.2. */
function luminance(token: string): number {
  const [red = 0, green = 0, blue = 0] = channels(token).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const KEYS = ['photos', 'myday', 'call', 'watch', 'listen', 'read'];

describe('contrast of text for elders', () => {
  it.each([
    ...KEYS.map((key) => ['white', key]),
    ...KEYS.map((key) => ['white', `${key}-deep`]),
    ...KEYS.map((key) => [`${key}-deep`, `${key}-tint`]),
    ['ink', 'ground'],
    ['ink', 'surface'],
    ['soft', 'ground'],
    ['soft', 'surface'],
    ['ink', 'gold'],
    ['ink', 'gold-soft'],
    ['white', 'ink'],
    ['white', 'danger'],
    ['danger', 'surface'],
    ['danger-deep', 'danger-tint'],
    ['late', 'late-tint'],
    ['white', 'viewer'],
  ])('%s on %s has a contrast of 7 or more', (text = '', ground = '') => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(7);
  });
});

describe('contrast of text for the family', () => {
  it.each([
    ['soft', 'sunk'],
    ['placeholder', 'white'],
    ['disabled', 'disabled-ground'],
  ])('%s on %s has a contrast of 4.5 or more', (text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

describe('contrast of edges and controls', () => {
  it.each([
    ['line-strong', 'surface'],
    ['line-strong', 'ground'],
    ['gold-line', 'surface'],
    ['switch-off', 'surface'],
  ])('%s on %s has a contrast of 3 or more', (edge, ground) => {
    expect(contrast(edge, ground)).toBeGreaterThanOrEqual(3);
  });
});
