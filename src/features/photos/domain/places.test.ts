import { describe, expect, it } from 'vitest';
import { type Placing, placed, placingAt, placingsBack } from './places.ts';

const ABC = ['a', 'b', 'c', 'd', 'e'];
const put = (ids: string, after: string | null, before: string | null): Placing => ({
  ids: [...ids],
  after,
  before,
});

describe('placements in an album', () => {
  it.each<[Placing, string | undefined]>([
    [put('e', null, 'a'), 'eabcd'],
    [put('a', 'e', null), 'bcdea'],
    [put('d', 'a', 'b'), 'adbce'],
    [put('a', 'c', 'd'), 'bcade'],
    [put('ca', 'd', 'e'), 'bdcae'],
    [put('bd', 'a', 'c'), 'abdce'],
    [put('abcde', null, null), 'abcde'],
    [put('b', 'a', 'c'), 'abcde'],
    // The two neighbours are not adjacent any more, because another person has changed the order.
    [put('e', 'a', 'c'), undefined],
    [put('e', null, 'b'), undefined],
    [put('a', 'c', null), undefined],
    // Another person has deleted one of the photos.
    [put('x', 'a', 'b'), undefined],
    [put('e', 'x', 'a'), undefined],
    [put('e', 'a', 'x'), undefined],
    // Invalid placements.
    [put('ee', 'a', 'b'), undefined],
    [put('e', 'e', 'a'), undefined],
  ])('placement %o results in %s', (placing, order) => {
    expect(placed(ABC, placing)?.join('')).toBe(order);
  });

  it.each([
    ['a', 0, 'abcde'],
    ['a', 3, 'bcdae'],
    ['a', 99, 'bcdea'],
    ['e', -1, 'eabcd'],
    ['bd', 2, 'acbde'],
  ])('placing %s at %i results in %s', (ids, at, order) => {
    expect(placed(ABC, placingAt(ABC, [...ids], at))?.join('')).toBe(order);
  });
});

describe('undo of a placement', () => {
  const all = ['a', 'e', 'bd', 'ace', 'abcde', 'eca', 'ab'];
  it.each(all.flatMap((ids) => [0, 1, 2, 9].map((at) => [ids, at] as const)))(
    'the order is restored after %s was placed at %i',
    (ids, at) => {
      const now = placed(ABC, placingAt(ABC, [...ids], at)) ?? [];
      const back = placingsBack(now, ABC, [...ids]);
      expect(
        back.reduce<string[] | undefined>((order, one) => order && placed(order, one), now),
      ).toEqual(ABC);
    },
  );
});
