import { describe, expect, test } from 'vitest';
import type { AdherenceDay } from '../../contract.ts';
import {
  addMonths,
  byMedication,
  byWeek,
  countMessage,
  type DayLook,
  datesOf,
  lookOf,
  percentOf,
  totalMessage,
} from './adherence-days.ts';

function day(counts: Partial<AdherenceDay> = {}): AdherenceDay {
  const { taken = 0, late = 0, skipped = 0, missed = 0, pending = 0 } = counts;
  return {
    medicationId: 'm',
    name: 'Metformin',
    date: '2026-03-10',
    due: taken + late + skipped + missed + pending,
    taken,
    late,
    skipped,
    missed,
    pending,
    ...counts,
  };
}

describe('the look of a day (lookOf) and its text (countMessage)', () => {
  test.each<[Partial<AdherenceDay>, DayLook, string]>([
    [{ taken: 2 }, 'taken', '2 taken'],
    [{ late: 2 }, 'late', '2 taken late'],
    [{ taken: 1, late: 1 }, 'late', '1 taken, 1 taken late'],
    [{ taken: 1, skipped: 1 }, 'partly', '1 taken, 1 skipped'],
    [{ due: 2, taken: 1, late: 1, skipped: 1 }, 'partly', '1 taken late, 1 skipped'],
    [{ taken: 2, missed: 1 }, 'partly', '2 taken, 1 missed'],
    [{ taken: 1, missed: 1, pending: 1 }, 'partly', '1 taken, 1 missed, 1 not answered yet'],
    [{ skipped: 2 }, 'skipped', '2 skipped'],
    [{ missed: 3 }, 'missed', '3 missed'],
    [{ skipped: 1, missed: 1 }, 'missed', '1 skipped, 1 missed'],
    [{ missed: 1, pending: 1 }, 'missed', '1 missed, 1 not answered yet'],
    [{ skipped: 1, pending: 1 }, 'skipped', '1 skipped, 1 not answered yet'],
    [{ taken: 1, pending: 1 }, 'open', '1 taken, 1 not answered yet'],
    [{ late: 1, pending: 1 }, 'open', '1 taken late, 1 not answered yet'],
    [{ pending: 2 }, 'open', '2 not answered yet'],
    [{ due: 0 }, 'none', 'No doses'],
  ])('the counts %j give the look %s', (counts, look, words) => {
    expect(lookOf(day(counts))).toBe(look);
    expect(countMessage(day(counts))).toBe(words);
  });

  test('a late dose is counted once, although it is included in the taken ones', () => {
    expect(countMessage(day({ due: 3, taken: 3, late: 1 }))).toBe('2 taken, 1 taken late');
  });

  test('a day without data has no doses', () => {
    expect(lookOf(undefined)).toBe('none');
    expect(countMessage(undefined)).toBe('No doses');
  });
});

test.each<[Partial<AdherenceDay>, string]>([
  [{ taken: 30 }, 'All 30 doses taken'],
  [{ taken: 28, late: 2 }, 'All 30 doses taken'],
  [{ taken: 1, pending: 2 }, 'The dose was taken'],
  [{ taken: 25, late: 2, skipped: 1, missed: 2, pending: 4 }, '27 of 30 doses taken'],
  [{ missed: 2 }, '0 of 2 doses taken'],
  [{ pending: 2 }, 'No doses yet'],
  [{}, 'No doses yet'],
])('totalMessage for the counts %j', (counts, words) => {
  expect(totalMessage(day(counts))).toBe(words);
});

test('byMedication sorts by the latest name, with the sum of the days', () => {
  const found = byMedication([
    day({ date: '2026-03-10', name: 'Metformin XR', taken: 1 }),
    day({ medicationId: 'a', name: 'Aspirin', missed: 1 }),
    day({ date: '2026-03-09', late: 1, skipped: 1 }),
  ]);
  expect(found.map(({ name }) => name)).toEqual(['Aspirin', 'Metformin XR']);
  expect(found[1]?.total).toMatchObject({ due: 3, late: 1, skipped: 1, missed: 0 });
  expect([...(found[1]?.days.keys() ?? [])]).toEqual(['2026-03-09', '2026-03-10']);
});

test.each<[Partial<AdherenceDay>, number | undefined]>([
  [{}, undefined],
  [{ pending: 2 }, undefined],
  [{ taken: 3 }, 100],
  [{ taken: 3, pending: 4 }, 100],
  [{ due: 2, taken: 2, late: 2 }, 100],
  [{ missed: 3 }, 0],
  [{ skipped: 1 }, 0],
  [{ taken: 2, skipped: 1 }, 67],
  [{ taken: 27, skipped: 1, missed: 2, pending: 4 }, 90],
  [{ taken: 999, missed: 1 }, 99],
  [{ taken: 1, missed: 999 }, 1],
])('percentOf for the counts %j returns %s', (counts, percent) => {
  expect(percentOf(day(counts))).toBe(percent);
});

test.each([
  ['2026-03', 31, '2026-03-31'],
  ['2026-02', 28, '2026-02-28'],
  ['2028-02', 29, '2028-02-29'],
  ['2026-12', 31, '2026-12-31'],
])('datesOf for %s returns %i days', (month, count, last) => {
  const dates = datesOf(month);
  expect(dates).toHaveLength(count);
  expect([dates[0], dates.at(-1)]).toEqual([`${month}-01`, last]);
});

test.each([
  ['2026-03', -1, '2026-02'],
  ['2026-01', -1, '2025-12'],
  ['2025-12', 1, '2026-01'],
])('addMonths from %s by %i returns %s', (month, months, other) => {
  expect(addMonths(month, months)).toBe(other);
});

test('byWeek sums the doses of all medications from Sunday to Saturday', () => {
  const days = [
    day({ date: '2026-02-28', missed: 9 }),
    day({ date: '2026-03-01', taken: 1 }),
    day({ date: '2026-03-07', medicationId: 'a', missed: 1 }),
    day({ date: '2026-03-08', taken: 4 }),
  ];
  const [before, week, after] = byWeek(days, ['2026-02-22', '2026-03-01', '2026-03-08']);
  expect(before?.total.missed).toBe(9);
  expect(week?.total).toMatchObject({ due: 2, missed: 1 });
  expect(after?.total).toMatchObject({ due: 4, missed: 0 });
});
