import { describe, expect, it } from 'vitest';
import { indexesOf, MOST_PRINTS, printWindow } from './virtual-grid.ts';

const FOUR = { columns: 4, pitch: 300 };

describe('photos of the grid in the DOM', () => {
  it.each<[string, number, number, { first: number; end: number }]>([
    ['all of a few', 0, 10, { first: 0, end: 10 }],
    ['none of none', 0, 0, { first: 0, end: 0 }],
    ['what is seen at the top, and a screen below', 0, 1000, { first: 0, end: 32 }],
    ['the same while the heading is still above', -240, 1000, { first: 0, end: 32 }],
    ['a row above and a screen below in the middle', 30_000, 1000, { first: 396, end: 432 }],
    ['the last row, also when it is not full', 74_500, 1000, { first: 988, end: 1000 }],
    ['the end, when fewer are left than were scrolled past', 90_000, 41, { first: 36, end: 41 }],
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
        expect(end - first).toBeLessThanOrEqual(MOST_PRINTS);
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
    ['is nobody', undefined, [4, 5, 6]],
    ['is among them', 5, [4, 5, 6]],
    ['stays when it lies above', 1, [1, 4, 5, 6]],
    ['stays when it lies below', 9, [4, 5, 6, 9]],
    ['is gone with its photo', 20, [4, 5, 6]],
  ])('the focused photo %s', (_, kept, expected) => {
    expect(indexesOf({ first: 4, end: 7 }, kept, 12)).toEqual(expected);
  });
});
