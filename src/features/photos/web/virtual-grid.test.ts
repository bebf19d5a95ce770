import { describe, expect, it } from 'vitest';
import { indexesOf, MAX_PRINTS, printWindow } from './virtual-grid.ts';

const FOUR = { columns: 4, pitch: 300 };

describe('photos of the grid in the DOM', () => {
  it.each<[string, number, number, { first: number; end: number }]>([
    ['all photos of a short list', 0, 10, { first: 0, end: 10 }],
    ['no photos of an empty list', 0, 0, { first: 0, end: 0 }],
    ['the visible rows and a screen below, at the top', 0, 1000, { first: 0, end: 32 }],
    ['the same rows while the heading is visible', -240, 1000, { first: 0, end: 32 }],
    ['a row above and a screen below, in the middle', 30_000, 1000, { first: 396, end: 432 }],
    ['the last row, even if it is not full', 74_500, 1000, { first: 988, end: 1000 }],
    [
      'the end of a list that became shorter than the scroll position',
      90_000,
      41,
      { first: 36, end: 41 },
    ],
  ])('printWindow returns %s', (_, top, count, expected) => {
    expect(printWindow(FOUR, { top, height: 800 }, count)).toEqual(expected);
  });

  it('printWindow extends upwards by a screen while scrolling up', () => {
    const sight = { top: 30_000, height: 800, goesUp: true };
    expect(printWindow(FOUR, sight, 1000)).toEqual({ first: 384, end: 420 });
  });

  it.each([
    ['a large wall', { columns: 6, pitch: 120 }, 4000],
    ['a phone', { columns: 2, pitch: 260 }, 844],
    ['a tablet', FOUR, 800],
  ])('printWindow is limited on %s', (_, grid, height) => {
    for (let top = -500; top < 200_000; top += 3777) {
      for (const goesUp of [true, false]) {
        const { first, end } = printWindow(grid, { top, height, goesUp }, 10_000);
        expect(end - first).toBeGreaterThan(0);
        expect(end - first).toBeLessThanOrEqual(MAX_PRINTS);
      }
    }
  });

  it('printWindow begins with a whole row', () => {
    for (let top = 0; top < 20_000; top += 777) {
      expect(printWindow(FOUR, { top, height: 800 }, 5000).first % 4).toBe(0);
    }
  });
});

describe('the focused photo in the DOM', () => {
  it.each<[string, number | undefined, number[]]>([
    ['changes nothing if there is none', undefined, [4, 5, 6]],
    ['is among the visible ones', 5, [4, 5, 6]],
    ['stays in the DOM above them', 1, [1, 4, 5, 6]],
    ['stays in the DOM below them', 9, [4, 5, 6, 9]],
    ['is dropped if it no longer exists', 20, [4, 5, 6]],
  ])('the focused photo %s', (_, kept, expected) => {
    expect(indexesOf({ first: 4, end: 7 }, kept, 12)).toEqual(expected);
  });
});
