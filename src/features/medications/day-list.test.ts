import { describe, expect, it } from 'vitest';
import type { LogStatus, UpcomingMedication } from './contract.ts';
import { dayList, inTheirPlaces, isFarAhead, takenTogether } from './day-list.ts';

const NOON = new Date('2026-03-10T12:00:00.000Z');

function dose(name: string, minutes: number, status: LogStatus = 'pending'): UpcomingMedication {
  return {
    id: `${name}-${minutes}`,
    medicationId: name,
    scheduledTime: new Date(NOON.getTime() + minutes * 60_000).toISOString(),
    status,
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

const told = (items: UpcomingMedication[]) =>
  dayList(items, NOON).map(({ item, urgency }) => `${item.medication.name} ${urgency}`);

describe('My Day', () => {
  it('lists what is due and late first, then later today, then what is done', () => {
    const items = [
      dose('taken', -200, 'taken'),
      dose('overdue', -90),
      dose('late', -20),
      dose('due', 3),
      dose('soon', 40),
      dose('evening', 400),
      dose('skipped', -10, 'skipped'),
    ];
    expect(told(items)).toEqual([
      'overdue now',
      'late now',
      'due now',
      'soon soon',
      'evening later',
      'taken done',
      'skipped done',
    ]);
  });

  it.each([
    [5, 'now'],
    [6, 'soon'],
    [60, 'soon'],
    [61, 'later'],
    [-1000, 'now'],
  ])('a dose %i minutes ahead is %s', (minutes, urgency) => {
    expect(told([dose('a', minutes)])).toEqual([`a ${urgency}`]);
  });
});

describe('while My Day is open', () => {
  const placesOf = (items: UpcomingMedication[], places: string[]) =>
    inTheirPlaces(dayList(items, NOON), places).map(({ item }) => item.medication.name);

  it.each([
    ['opened anew, what is answered comes last', [], ['open', 'soon', 'answered']],
    [
      'an answered dose stays where it was',
      ['answered--90', 'open--60', 'soon-40'],
      ['answered', 'open', 'soon'],
    ],
    [
      'a new dose comes after the one it follows',
      ['answered--90', 'open--60'],
      ['answered', 'open', 'soon'],
    ],
    [
      'one that is gone leaves the others alone',
      ['answered--90', 'gone-1', 'soon-40', 'open--60'],
      ['answered', 'soon', 'open'],
    ],
  ])('%s', (_, places, names) => {
    const items = [dose('answered', -90, 'taken'), dose('open', -60), dose('soon', 40)];
    expect(placesOf(items, places)).toEqual(names);
  });

  it.each([
    [60, false],
    [61, true],
    [-300, false],
  ])('a dose %i minutes ahead is not logged without a question: %s', (minutes, isFar) => {
    expect(isFarAhead(dose('a', minutes).scheduledTime, NOON)).toBe(isFar);
  });
});

describe('taking all of one time', () => {
  const together = (items: UpcomingMedication[]) =>
    takenTogether(dayList(items, NOON)).map((group) =>
      group.items.map((item) => item.medication.name).join('+'),
    );

  it.each([
    ['two of the same time', [dose('a', 0), dose('b', 0)], ['a+b']],
    ['not one alone', [dose('a', 0), dose('b', 1)], []],
    ['not what is done', [dose('a', 0), dose('b', 0, 'taken')], []],
    ['not what is hours away', [dose('a', 300), dose('b', 300)], []],
    [
      'each time for itself',
      [dose('a', 0), dose('b', -30), dose('c', 0), dose('d', -30)],
      ['b+d', 'a+c'],
    ],
  ])('offers %s', (_, items, expected) => {
    expect(together(items)).toEqual(expected);
  });
});
