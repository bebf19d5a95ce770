import { describe, expect, it } from 'vitest';
import { nextPhoto, shownAfter } from './photo-order.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

const photo = (id: string, daysAgo: number) => ({
  id,
  uploadedAt: new Date(NOW - daysAgo * 86_400_000).toISOString(),
});

const OLD = [photo('a', 2), photo('b', 3), photo('c', 4)];
const WITH_NEW = [photo('n', 0.2), photo('m', 0.9), ...OLD];

const next = (photos: typeof OLD, shown: string[], random = 0) =>
  nextPhoto({ photos, shown, now: NOW, random: () => random })?.id;

describe('nextPhoto selects the next photo', () => {
  it.each([
    ['undefined without photos', [], [], 0, undefined],
    ['the first is the newest', OLD, [], 0.9, 'a'],
    ['the second is random', OLD, ['a'], 0, 'b'],
    ['the second is random, at the other end', OLD, ['a'], 0.99, 'c'],
    ['photos of the last day come first', WITH_NEW, ['n'], 0.99, 'm'],
    ['after those of the last day a random one', WITH_NEW, ['n', 'm'], 0.99, 'c'],
    ['a photo that arrives in a round is next', WITH_NEW, ['a', 'b'], 0.99, 'n'],
    ['a new round begins with the newest', OLD, ['a', 'b', 'c'], 0.99, 'a'],
    ['a new round never begins with the last photo', OLD, ['c', 'b', 'a'], 0, 'b'],
    ['the only photo is shown again', OLD.slice(0, 1), ['a'], 0, 'a'],
    ['a removed photo is not selected', OLD.slice(1), ['a', 'b'], 0, 'c'],
  ])('next photo: %s', (_, photos, shown, random, expected) => {
    expect(next(photos, shown, random)).toBe(expected);
  });
});

describe('shownAfter collects the photos of a round', () => {
  it('shownAfter adds the id to those of the round', () => {
    expect(shownAfter({ photos: OLD, shown: ['a'] }, 'c')).toEqual(['a', 'c']);
  });

  it('shownAfter starts again after a whole round', () => {
    expect(shownAfter({ photos: OLD, shown: ['a', 'c', 'b'] }, 'a')).toEqual(['a']);
  });
});
