import { describe, expect, test } from 'vitest';
import type { AdherenceDay } from '../../contract.ts';
import {
  byMedication,
  countMessage,
  type DayLook,
  datesUntil,
  lookOf,
  totalMessage,
  weeksOf,
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

describe('a day has one look', () => {
  test.each<[Partial<AdherenceDay>, DayLook, string]>([
    [{ taken: 2 }, 'taken', '2 taken'],
    [{ late: 2 }, 'late', '2 taken late'],
    [{ taken: 1, late: 1 }, 'late', '1 taken, 1 taken late'],
    [{ taken: 1, skipped: 1 }, 'skipped', '1 taken, 1 skipped'],
    [{ late: 1, skipped: 1 }, 'skipped', '1 taken late, 1 skipped'],
    [{ taken: 2, missed: 1 }, 'missed', '2 taken, 1 missed'],
    [{ missed: 3 }, 'missed', '3 missed'],
    [{ skipped: 1, missed: 1 }, 'missed', '1 skipped, 1 missed'],
    [{ missed: 1, pending: 1 }, 'missed', '1 missed, 1 not answered yet'],
    [{ skipped: 1, pending: 1 }, 'skipped', '1 skipped, 1 not answered yet'],
    [{ taken: 1, pending: 1 }, 'open', '1 taken, 1 not answered yet'],
    [{ late: 1, pending: 1 }, 'open', '1 taken late, 1 not answered yet'],
    [{ pending: 2 }, 'open', '2 not answered yet'],
    [{ due: 0 }, 'none', 'No doses'],
  ])('%j is %s', (counts, look, words) => {
    expect(lookOf(day(counts))).toBe(look);
    expect(countMessage(day(counts))).toBe(words);
  });

  test('what was taken late counts once, also where it is among the taken', () => {
    expect(countMessage(day({ due: 3, taken: 3, late: 1 }))).toBe('2 taken, 1 taken late');
  });

  test('a day of which nothing is known had no doses', () => {
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
])('the days together: %j', (counts, words) => {
  expect(totalMessage(day(counts))).toBe(words);
});

test('medications come by name, each as it was called last, with the sum of its days', () => {
  const found = byMedication([
    day({ date: '2026-03-10', name: 'Metformin XR', taken: 1 }),
    day({ medicationId: 'a', name: 'Aspirin', missed: 1 }),
    day({ date: '2026-03-09', late: 1, skipped: 1 }),
  ]);
  expect(found.map(({ name }) => name)).toEqual(['Aspirin', 'Metformin XR']);
  expect(found[1]?.total).toMatchObject({ due: 3, late: 1, skipped: 1, missed: 0 });
  expect([...(found[1]?.days.keys() ?? [])]).toEqual(['2026-03-09', '2026-03-10']);
});

test('the picture shows the 30 days that end with its last', () => {
  const dates = datesUntil('2026-03-10');
  expect(dates).toHaveLength(30);
  expect([dates[0], dates.at(-1)]).toEqual(['2026-02-09', '2026-03-10']);
});

test.each([
  // Monday; Sunday; Saturday.
  ['2026-03-10', '2026-02-09', 1, 5],
  ['2026-03-09', '2026-02-08', 0, 5],
  ['2026-03-15', '2026-02-14', 6, 6],
])('the days until %s stand under their weekdays', (to, first, before, weeks) => {
  const shown = weeksOf(datesUntil(to));
  expect(shown).toHaveLength(weeks);
  expect(shown.every((week) => week.length === 7)).toBe(true);
  expect(shown[0]?.indexOf(first)).toBe(before);
  expect(shown.flat().filter((date) => date !== undefined)).toHaveLength(30);
});
