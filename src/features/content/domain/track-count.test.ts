import { describe, expect, it } from 'vitest';
import { trackCountOf, tracksOf } from './track-count.ts';

describe('trackCountOf parses a typed number of tracks', () => {
  it.each([
    ['24', 24],
    [' 24 ', 24],
    ['1', 1],
    ['10000', 10_000],
    ['10001', undefined],
    ['0', undefined],
    ['-3', undefined],
    ['2.5', undefined],
    ['1e3', undefined],
    ['many', undefined],
    ['', undefined],
  ])('%j is parsed as %s', (text, count) => {
    expect(trackCountOf(text)).toBe(count);
  });
});

it.each([
  [1, '1 track'],
  [2, '2 tracks'],
  [24, '24 tracks'],
])('tracksOf formats %i as %s', (count, words) => {
  expect(tracksOf(count)).toBe(words);
});
