import { describe, expect, it } from 'vitest';
import { LineRefused } from './portable-fields.ts';
import { NewIds, Numbers } from './portable-ids.ts';
import { inPages, ROWS_AT_ONCE } from './table-rows.ts';

describe('Numbers', () => {
  it('Numbers.give counts each kind separately, in the order of the first call', () => {
    const numbers = new Numbers();
    expect(['b', 'a', 'b'].map((id) => numbers.give('album', id))).toEqual([1, 2, 1]);
    expect(numbers.give('person', 'a')).toBe(1);
    expect(numbers.ids('album')).toEqual(['b', 'a']);
    expect([numbers.of('album', 'a'), numbers.of('album', 'c'), numbers.of('x', null)]).toEqual([
      2,
      null,
      null,
    ]);
  });
});

describe('NewIds', () => {
  const now = new Date('2026-03-10T14:00:00Z');

  it('NewIds creates version 7 UUIDs, each greater than the one before', () => {
    const ids = new NewIds(now);
    const made = Array.from({ length: 10_000 }, () => ids.next());
    expect(new Set(made).size).toBe(10_000);
    expect(made.toSorted()).toEqual(made);
    for (const id of made) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('NewIds finds an id by its number and refuses a duplicate number', () => {
    const ids = new NewIds(now);
    const id = ids.give('album', 1);
    expect([ids.of('album', 1), ids.ofAny('album', 1), ids.ofAny('album', null)]).toEqual([
      id,
      id,
      null,
    ]);
    expect(() => ids.give('album', 1)).toThrow(new LineRefused('there are two of album 1'));
    expect(() => ids.of('album', 2)).toThrow('there is no album 2 in this download');
    expect(ids.find('person', 1)).toBeUndefined();
  });

  it('NewIds.place counts positions from 0 in each group', () => {
    const ids = new NewIds(now);
    expect([ids.place('a'), ids.place('b'), ids.place('a')]).toEqual([0, 0, 1]);
  });
});

it.each([0, 1, ROWS_AT_ONCE - 1, ROWS_AT_ONCE, 2 * ROWS_AT_ONCE + 3])(
  'inPages yields each of %d rows once',
  async (count) => {
    const rows: number[] = [];
    const page = async (last: number | undefined, limit: number) =>
      Array.from({ length: count }, (_, at) => at)
        .filter((at) => last === undefined || at > last)
        .slice(0, limit);
    for await (const row of inPages(page)) rows.push(row);
    expect(rows).toEqual(Array.from({ length: count }, (_, at) => at));
  },
);
