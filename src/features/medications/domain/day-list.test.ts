import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { LogStatus, UpcomingMedication } from '../contract.ts';
import { dayList, isFarAhead, partsBeforeNow, wovenIn } from './day-list.ts';

const NOON = new Date('2026-03-10T12:00:00.000Z');

function dose(name: string, minutes: number, status: LogStatus = 'pending'): UpcomingMedication {
  return {
    id: `${name}-${minutes}`,
    medicationId: name,
    scheduledTime: new Date(NOON.getTime() + minutes * MINUTE_MS).toISOString(),
    status,
    answeredAt: null,
    userId: 'system',
    medication: {
      name,
      dosage: '',
      instructions: '',
      pillImageUrl: null,
      soundEnabled: true,
      reminderEnabled: true,
    },
  };
}

const UTC = 'Etc/UTC';

const dosesOf = (items: UpcomingMedication[], timezone = UTC) =>
  dayList(items, NOON, timezone).flatMap(({ part, times }) =>
    times.flatMap(({ doses }) => doses.map((dose) => ({ ...dose, part }))),
  );

const told = (items: UpcomingMedication[]) =>
  dosesOf(items).map(({ item, urgency }) => `${item.medication.name} ${urgency}`);

describe('the day list of My Day (dayList)', () => {
  it('lists the doses by time, whether they are answered or not', () => {
    const items = [
      dose('evening', 400),
      dose('due', 3),
      dose('overdue', -90),
      dose('soon', 40),
      dose('skipped', -10, 'skipped'),
      dose('late', -20),
      dose('taken', -200, 'taken'),
    ];
    expect(told(items)).toEqual([
      'taken done',
      'overdue now',
      'late now',
      'skipped done',
      'due now',
      'soon soon',
      'evening later',
    ]);
    const answered = items.map((item) => ({ ...item, status: 'taken' as const }));
    expect(dosesOf(answered).map(({ item }) => item.id)).toEqual(
      dosesOf(items).map(({ item }) => item.id),
    );
  });

  it.each([
    [5, 'now'],
    [6, 'soon'],
    [60, 'soon'],
    [61, 'later'],
    [-1000, 'now'],
  ])('the urgency of a dose %i minutes ahead is %s', (minutes, urgency) => {
    expect(told([dose('a', minutes)])).toEqual([`a ${urgency}`]);
  });

  it.each([
    ['00:00', -720, UTC, 'morning'],
    ['04:59', -421, UTC, 'morning'],
    ['11:59', -1, UTC, 'morning'],
    ['12:00', 0, UTC, 'afternoon'],
    ['16:59', 299, UTC, 'afternoon'],
    ['17:00', 300, UTC, 'evening'],
    ['20:59', 539, UTC, 'evening'],
    ['21:00', 540, UTC, 'night'],
    ['12:00 in UTC, which is morning there', 0, 'America/New_York', 'morning'],
  ])(
    'a dose at %s is in the part of the day of the household’s time zone',
    (_, minutes, timezone, part) => {
      expect(dosesOf([dose('a', minutes)], timezone).map((each) => each.part)).toEqual([part]);
    },
  );

  it.each([
    [60, false],
    [61, true],
    [-300, false],
  ])('isFarAhead for a dose %i minutes ahead returns %s', (minutes, isFar) => {
    expect(isFarAhead(dose('a', minutes).scheduledTime, NOON)).toBe(isFar);
  });
});

describe('the open doses of each time', () => {
  const open = (items: UpcomingMedication[]) =>
    dayList(items, NOON, UTC).flatMap(({ times }) =>
      times.map((time) => time.open.map((item) => item.medication.name).join('+')),
    );

  it.each([
    ['two doses of the same time', [dose('a', 0), dose('b', 0)], ['a+b']],
    ['two doses of different times', [dose('a', 0), dose('b', 1)], ['a', 'b']],
    ['no answered dose', [dose('a', 0), dose('b', 0, 'taken')], ['a']],
    ['doses hours ahead', [dose('a', 300), dose('b', 300)], ['a+b']],
    [
      'several times, each separately',
      [dose('a', 0), dose('b', -30), dose('c', 0), dose('d', -30)],
      ['b+d', 'a+c'],
    ],
  ])('dayList groups the open doses by time: %s', (_, items, expected) => {
    expect(open(items)).toEqual(expected);
  });
});

describe('other entries between the doses (wovenIn)', () => {
  const at = (minutes: number) => ({ at: new Date(NOON.getTime() + minutes * MINUTE_MS), minutes });
  const parts = dayList(
    [dose('breakfast', -240), dose('lunch', 0), dose('supper', 360)],
    NOON,
    UTC,
  );
  const dosesAt = (minutes: number) => at(minutes).at.toISOString();

  it.each([
    [[-300], [[dosesAt(-240), [-300]]]],
    [[30], [[dosesAt(360), [30]]]],
    // An entry at the time of a dose is listed after that dose.
    [[0], [[dosesAt(360), [0]]]],
    [[360], [['after', [360]]]],
    [[500, 400], [['after', [400, 500]]]],
    [
      [200, -10, 20],
      [
        [dosesAt(0), [-10]],
        [dosesAt(360), [20, 200]],
      ],
    ],
    [[], []],
  ])(
    'entries at %j minutes from noon are listed before the next doses after them',
    (minutes, expected) => {
      const woven = [...wovenIn(parts, minutes.map(at))];
      expect(woven.map(([time, all]) => [time, all.map((each) => each.minutes)])).toEqual(expected);
    },
  );

  it("an entry is listed under 'after' if there are no doses", () => {
    expect([...wovenIn([], [at(0)]).keys()]).toEqual(['after']);
  });
});

it.each<[string, UpcomingMedication[], string[]]>([
  ['no dose is due', [dose('a', -240, 'taken'), dose('b', 200)], []],
  ['a dose is due at noon', [dose('a', -240, 'taken'), dose('b', 0)], ['morning']],
  ['a dose is overdue in the morning', [dose('a', -240), dose('b', 0, 'taken')], []],
  [
    'several earlier doses were answered',
    [dose('a', -540, 'taken'), dose('b', -300, 'taken'), dose('c', 0)],
    ['morning'],
  ],
])('partsBeforeNow returns the parts before the first due dose: %s', (_, items, expected) => {
  expect([...partsBeforeNow(dayList(items, NOON, UTC))]).toEqual(expected);
});
