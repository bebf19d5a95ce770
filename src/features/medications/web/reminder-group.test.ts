import { describe, expect, test } from 'vitest';
import type { UpcomingMedication } from '../contract.ts';
import { groupAfter, isAllAnswered, itemsOf, type ReminderGroup } from './reminder-group.ts';

const EIGHT = Date.parse('2026-07-01T12:00:00Z');

type Wanted = readonly [id: string, minutes: number, status?: UpcomingMedication['status']];

const doses = (...wanted: readonly Wanted[]) =>
  wanted.map(
    ([id, minutes, status = 'pending']): UpcomingMedication => ({
      id,
      medicationId: id,
      scheduledTime: new Date(EIGHT + minutes * 60_000).toISOString(),
      status,
      answeredAt: null,
      userId: 'system',
      medication: {
        name: id,
        dosage: '',
        instructions: '',
        pillImageUrl: null,
        soundEnabled: true,
        reminderEnabled: true,
      },
    }),
  );

const pending = (all: readonly UpcomingMedication[]) =>
  all.filter(({ status }) => status === 'pending');

const key = (id: string, minutes = 0) => `${id}@${EIGHT + minutes * 60_000}`;
const group = (ids: readonly string[], changed: Partial<ReminderGroup> = {}): ReminderGroup => ({
  due: EIGHT,
  keys: ids.map((id) => key(id)),
  isOneByOne: false,
  ...changed,
});

const next = (before: ReminderGroup | undefined, all: readonly UpcomingMedication[]) =>
  groupAfter(before, all, pending(all));

describe('the start of a group', () => {
  test.each<[string, readonly Wanted[], ReminderGroup | undefined]>([
    [
      'with two doses of one minute',
      [
        ['a', 0],
        ['b', 0],
      ],
      group(['a', 'b']),
    ],
    [
      'only with doses of the earliest minute',
      [
        ['a', 0],
        ['b', 0],
        ['c', 1],
      ],
      group(['a', 'b']),
    ],
    ['not with one dose', [['a', 0]], undefined],
    [
      'not with doses of different minutes',
      [
        ['a', 0],
        ['b', 1],
      ],
      undefined,
    ],
    [
      'not while an earlier dose is shown alone',
      [
        ['a', -1],
        ['b', 0],
        ['c', 0],
      ],
      undefined,
    ],
    [
      'not with an answered dose',
      [
        ['a', 0],
        ['b', 0, 'taken'],
      ],
      undefined,
    ],
    ['not without doses', [], undefined],
  ])('a group begins or not: %s', (_, wanted, expected) => {
    expect(next(undefined, doses(...wanted))).toEqual(expected);
  });
});

describe('the continuation of a group', () => {
  const before = group(['a', 'b']);

  test.each<[string, readonly Wanted[]]>([
    [
      'while one of two doses is open',
      [
        ['a', 0, 'taken'],
        ['b', 0],
      ],
    ],
    [
      'when all are answered',
      [
        ['a', 0, 'taken'],
        ['b', 0, 'skipped'],
      ],
    ],
    [
      'when a dose of a later minute opens',
      [
        ['a', 0, 'taken'],
        ['b', 0, 'taken'],
        ['c', 5],
      ],
    ],
    ['when one was deleted and the other is answered', [['a', 0, 'taken']]],
  ])('a group remains: %s', (_, wanted) => {
    expect(next(before, doses(...wanted))).toBe(before);
  });

  test('a dose that is added to the minute joins the group', () => {
    expect(next(before, doses(['a', 0, 'taken'], ['b', 0], ['c', 0], ['d', 1]))).toEqual(
      group(['a', 'b', 'c']),
    );
  });
});

describe('the end of a group', () => {
  test('a group ends when its open doses are closed or their window has ended', () => {
    const all = doses(['a', 0], ['b', 0, 'taken']);
    expect(groupAfter(group(['a', 'b']), all, [])).toBeUndefined();
  });

  test('a group ends when all its doses are deleted', () => {
    expect(next(group(['a', 'b']), [])).toBeUndefined();
  });

  test('a one-by-one group ends with its last answer', () => {
    const oneByOne = group(['a', 'b'], { isOneByOne: true });
    expect(next(oneByOne, doses(['a', 0, 'taken'], ['b', 0]))).toBe(oneByOne);
    expect(next(oneByOne, doses(['a', 0, 'taken'], ['b', 0, 'taken']))).toBeUndefined();
  });

  test('the group of the next time begins after the end of a group', () => {
    const all = doses(['a', 0], ['b', 0], ['c', 5], ['d', 5]);
    const following = groupAfter(group(['a', 'b']), all, all.slice(2));
    expect(following).toEqual({
      due: EIGHT + 300_000,
      keys: [key('c', 5), key('d', 5)],
      isOneByOne: false,
    });
  });
});

test('itemsOf returns the current state of the doses of a group', () => {
  const all = doses(['b', 0, 'taken'], ['c', 0], ['a', 0]);
  expect(itemsOf(group(['a', 'b', 'gone']), all).map(({ id }) => id)).toEqual(['a', 'b']);
});

test.each<[readonly Wanted[], boolean]>([
  [[], false],
  [[['a', 0]], false],
  [
    [
      ['a', 0, 'taken'],
      ['b', 0],
    ],
    false,
  ],
  [
    [
      ['a', 0, 'taken'],
      ['b', 0, 'missed'],
    ],
    true,
  ],
])('isAllAnswered for %j returns %s', (wanted, expected) => {
  expect(isAllAnswered(doses(...wanted))).toBe(expected);
});
