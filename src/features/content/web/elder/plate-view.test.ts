import { describe, expect, test } from 'vitest';
import { letterOf, viewOf } from './plate-view.ts';

describe('letterOf returns the letter of a plate', () => {
  test.each([
    ['Birds of the Garden', 'B'],
    ['gentle exercises', 'G'],
    ['A Walk Along the Coast', 'W'],
    ['The history of the town hall clock', 'H'],
    ['Theatre at home', 'T'],
    ['Accordion', 'A'],
    ['A', 'A'],
    ['“Roses”', 'R'],
    ['1940s: Big band', 'S'],
    ['élégie', 'É'],
    ['e\u0301le\u0301gie', 'É'],
    ['ßuper', 'ß'],
    ['  the  Market', 'M'],
    ['Ωδή', 'Ω'],
    ['おはよう', 'お'],
  ])('the title "%s" shows the letter "%s"', (title, letter) => {
    expect(letterOf(title)).toBe(letter);
  });

  test.each(['', '   ', '2026', '🎵🎶', '…'])('the title "%s" shows no letter', (title) => {
    expect(letterOf(title)).toBeUndefined();
  });
});

describe('viewOf returns the landscape of a plate', () => {
  test('one title always shows the same view', () => {
    expect(viewOf('Roses in May')).toBe(viewOf('Roses in May'));
  });

  test('different titles show each of the six views', () => {
    const titles = ['a', 'b', 'c', 'd', 'e', 'f', 'A long title', '🎵'];
    expect(new Set(titles.map(viewOf)).size).toBe(6);
  });

  test('an empty title shows a view', () => {
    expect(viewOf('').sun).toHaveLength(2);
  });
});
