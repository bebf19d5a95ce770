import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#platform/shared/durations.ts';
import { nameOfNight, nightOf, nightsIn, nightsToKeep, nightsToRemove } from './schedule.ts';

describe('nights of backups', () => {
  it.each([
    ['2026-03-10T03:00:00Z', '2026-03-10'],
    ['2026-03-10T02:59:59Z', '2026-03-09'],
    ['2026-03-10T23:30:00Z', '2026-03-10'],
    ['2026-03-01T01:00:00Z', '2026-02-28'],
  ])('at %s the current night is %s', (now, night) => {
    expect(nightOf(new Date(now))).toBe(night);
  });

  it('nightsIn ignores other file names and sorts the newest night first', () => {
    const names = [
      'grand-2026-03-09.zip',
      'notes.txt',
      'grand-2026-03-10.zip',
      '.grand-2026-03-11.zip',
    ];
    expect(nightsIn(names)).toEqual(['2026-03-10', '2026-03-09']);
    expect(nightsIn([nameOfNight('2026-03-10'), 'grand-2026-03-10.zip.part'])).toEqual([
      '2026-03-10',
    ]);
  });
});

/** Returns `count` consecutive nights that end with `last`. */
function nightsUntil(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, ago) =>
    new Date(Date.parse(last) - ago * DAY_MS).toISOString().slice(0, 10),
  );
}

describe('nightsToRemove for a list of nights', () => {
  const usual = nightsUntil('2026-03-11', 40);
  it.each<[string, string[], string, string[]]>([
    [
      'all nights except those to keep',
      usual,
      '2026-03-11',
      usual.filter((night) => !nightsToKeep(usual, '2026-03-11').includes(night)),
    ],
    ['none after the clock jumped a year ahead', ['2027-03-11', ...usual], '2027-03-11', []],
    [
      'none in the week after a jump of a year',
      [...nightsUntil('2027-03-17', 7), ...usual],
      '2027-03-17',
      [],
    ],
    [
      'none of those retained before a jump of ten days',
      ['2026-03-21', ...nightsToKeep(usual, '2026-03-11')],
      '2026-03-21',
      [],
    ],
    [
      'none of those on the days after a jump of ten days',
      [...nightsUntil('2026-03-24', 4), ...nightsToKeep(usual, '2026-03-11')],
      '2026-03-24',
      [],
    ],
    [
      'the usual ones after eight nights without a gap',
      [...nightsUntil('2026-03-28', 8), ...nightsToKeep(usual, '2026-03-11')],
      '2026-03-28',
      [
        '2026-03-21',
        '2026-03-10',
        '2026-03-09',
        '2026-03-07',
        '2026-03-06',
        '2026-03-05',
        '2026-02-22',
        '2026-02-15',
      ],
    ],
    [
      'a backup in the future stays and changes nothing',
      ['2027-03-11', ...usual],
      '2026-03-11',
      usual.filter((night) => !nightsToKeep(usual, '2026-03-11').includes(night)),
    ],
  ])('nights to remove: %s', (_, nights, tonight, removed) => {
    expect(nightsToRemove(nights, tonight)).toEqual(removed);
  });
});

describe('nightsToKeep for a list of nights', () => {
  it.each<[string, string[], string, string[]]>([
    ['none without backups', [], '2026-03-11', []],
    ['the only night', ['2026-03-11'], '2026-03-11', ['2026-03-11']],
    [
      'all of seven nights',
      nightsUntil('2026-03-11', 7),
      '2026-03-11',
      nightsUntil('2026-03-11', 7),
    ],
    [
      // The last night is a Wednesday. The last Sunday is one of the seven nights; each earlier
      // Sunday is the newest night of its week.
      'seven nights and the Sundays of four weeks',
      nightsUntil('2026-03-11', 60),
      '2026-03-11',
      [...nightsUntil('2026-03-11', 7), '2026-03-01', '2026-02-22', '2026-02-15'],
    ],
    [
      'on a Monday the past week is already among the seven',
      nightsUntil('2026-03-09', 60),
      '2026-03-09',
      [...nightsUntil('2026-03-09', 7), '2026-03-01', '2026-02-22', '2026-02-15'],
    ],
    [
      'the newest seven of any age',
      nightsUntil('2025-11-30', 9),
      '2026-03-11',
      nightsUntil('2025-11-30', 7),
    ],
    [
      'the newest night of a week without a Sunday',
      [...nightsUntil('2026-03-11', 8), '2026-02-25', '2026-02-23', '2026-01-20'],
      '2026-03-11',
      [...nightsUntil('2026-03-11', 7), '2026-02-25'],
    ],
  ])('nights to keep: %s', (_, nights, tonight, kept) => {
    expect(nightsToKeep(nights, tonight)).toEqual(kept);
  });

  it('a rotation of 100 nights leaves seven nights and a backup of each week before them', () => {
    let there: string[] = [];
    for (const tonight of nightsUntil('2026-06-30', 100).reverse()) {
      there = nightsToKeep([...there, tonight], tonight);
    }
    expect(there.slice(0, 7)).toEqual(nightsUntil('2026-06-30', 7));
    expect(there.slice(7)).toEqual(['2026-06-21', '2026-06-14', '2026-06-07']);
  });
});
