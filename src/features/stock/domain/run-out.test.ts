import { expect, test } from 'vitest';
import type { AwayPeriod } from '#features/medications/domain/away.ts';
import { type CountedSchedule, type Stock, stockState } from './run-out.ts';

const DAILY: CountedSchedule = {
  id: 'm',
  frequency: 'twice_daily',
  times: ['08:00', '20:00'],
  startDate: '2026-03-01',
  endDate: null,
  isActive: true,
};

const STOCK: Stock = {
  unitsPerDose: 1,
  warnBefore: 7,
  countedUnits: 10,
  takenDoses: 0,
  takenUnits: 0,
};

const TODAY = { date: '2026-03-10', answered: [], away: [] };

const away = (startDate: string, endDate: string | null, startTime = '00:00') => ({
  ...{ startDate, startTime, endDate },
  endTime: endDate === null ? null : '00:00',
});

/** Ten units and two doses a day, unless a case overrides them. */
const CASES: readonly [
  sentence: string,
  given: {
    stock?: Partial<Stock>;
    medication?: Partial<CountedSchedule>;
    answered?: string[];
    away?: AwayPeriod[];
  },
  left: number,
  runsOutOn: string | null,
  isLow: boolean,
][] = [
  ['ten units last five days', {}, 10, '2026-03-15', true],
  [
    'units taken since the count are subtracted',
    { stock: { takenDoses: 4 } },
    6,
    '2026-03-13',
    true,
  ],
  ['an answered dose of today needs no units', { answered: ['08:00'] }, 10, '2026-03-15', true],
  [
    'two answered doses of today add a day',
    { answered: ['08:00', '20:00'] },
    10,
    '2026-03-16',
    true,
  ],
  [
    'an answer at a time that was removed needs no units',
    { answered: ['07:00', '08:00'] },
    10,
    '2026-03-16',
    true,
  ],
  ['half a unit a dose', { stock: { unitsPerDose: 0.5 } }, 10, '2026-03-20', false],
  [
    'one and a half units a dose',
    { stock: { unitsPerDose: 1.5, takenDoses: 1 } },
    8.5,
    '2026-03-12',
    true,
  ],
  ['half a dose does not cover a dose', { stock: { countedUnits: 0.5 } }, 0.5, '2026-03-10', true],
  ['no units left', { stock: { countedUnits: 2, takenDoses: 2 } }, 0, '2026-03-10', true],
  [
    'more units taken than counted',
    { stock: { countedUnits: 2, takenDoses: 3 } },
    0,
    '2026-03-10',
    true,
  ],
  [
    'the medication ends before the stock',
    { medication: { endDate: '2026-03-14' } },
    10,
    null,
    false,
  ],
  [
    'the stock lasts exactly until the end date',
    { medication: { endDate: '2026-03-15' } },
    10,
    '2026-03-15',
    true,
  ],
  [
    'the medication starts later',
    { medication: { startDate: '2026-03-20' } },
    10,
    '2026-03-25',
    false,
  ],
  [
    'a paused medication does not use the stock',
    { medication: { isActive: false } },
    10,
    null,
    false,
  ],
  [
    'a weekly medication uses the weekday of its start',
    {
      medication: { frequency: 'weekly', times: ['08:00'], startDate: '2026-03-01' },
      stock: { countedUnits: 2 },
    },
    2,
    '2026-03-29',
    false,
  ],
  [
    'the stock ends exactly the chosen number of days ahead',
    { stock: { countedUnits: 14 } },
    14,
    '2026-03-17',
    true,
  ],
  [
    'the stock ends one day later than that',
    { stock: { countedUnits: 16 } },
    16,
    '2026-03-18',
    false,
  ],
  ['no warning is set', { stock: { warnBefore: null } }, 10, '2026-03-15', false],
  ['the stock lasts more than a year', { stock: { countedUnits: 2000 } }, 2000, null, false],
  [
    'as needed, the warning counts doses',
    {
      medication: { frequency: 'as_needed', times: [] },
      stock: { countedUnits: 14, unitsPerDose: 2 },
    },
    14,
    null,
    true,
  ],
  [
    'as needed, one dose more than the warning',
    {
      medication: { frequency: 'as_needed', times: [] },
      stock: { countedUnits: 16, unitsPerDose: 2 },
    },
    16,
    null,
    false,
  ],
  [
    'two days away use no units',
    { away: [away('2026-03-12', '2026-03-14')] },
    10,
    '2026-03-17',
    true,
  ],
  [
    'an away time moves the end beyond the warning',
    { away: [away('2026-03-11', '2026-03-21')] },
    10,
    '2026-03-25',
    false,
  ],
  [
    'away from noon, the dose of the morning is counted',
    { away: [away('2026-03-12', '2026-03-13', '12:00')] },
    10,
    '2026-03-15',
    true,
  ],
  [
    'a past away time changes nothing',
    { away: [away('2026-03-01', '2026-03-09')] },
    10,
    '2026-03-15',
    true,
  ],
  [
    'an away time after the end changes nothing',
    { away: [away('2026-03-16', '2026-03-20')] },
    10,
    '2026-03-15',
    true,
  ],
  [
    'an away time without an end does not delay the end',
    { away: [away('2026-03-09', null)] },
    10,
    '2026-03-15',
    true,
  ],
  [
    'an answered dose of today in an away time is not counted twice',
    { answered: ['20:00'], away: [away('2026-03-10', '2026-03-11', '12:00')] },
    10,
    '2026-03-15',
    true,
  ],
];

test.each(CASES)(
  'stockState returns the remaining units and the end of the stock: %s',
  (_, { stock, medication, answered = [], away: periods = [] }, left, runsOutOn, isLow) => {
    const state = stockState(
      { ...STOCK, ...stock },
      { ...DAILY, ...medication },
      { ...TODAY, answered, away: periods },
    );
    expect({ left: state.left, runsOutOn: state.runsOutOn, isLow: state.isLow }).toEqual({
      left,
      runsOutOn,
      isLow,
    });
  },
);

test('isBelowNone is true if more was taken than counted', () => {
  const stateOf = (takenDoses: number) =>
    stockState({ ...STOCK, countedUnits: 2, takenDoses }, DAILY, TODAY);
  expect(stateOf(2).isBelowNone).toBe(false);
  expect(stateOf(3).isBelowNone).toBe(true);
});

const step = (from: string, amount: number) => ({ from, amount, times: ['08:00'] });

/** 2 a day for four days, 1 for three, ½ for four: 13 units in total. */
const TAPER: CountedSchedule = {
  ...DAILY,
  frequency: 'taper',
  times: ['08:00'],
  startDate: '2026-03-09',
  endDate: '2026-03-19',
  pattern: {
    kind: 'taper',
    unit: 'tablet',
    steps: [step('2026-03-09', 2), step('2026-03-13', 1), step('2026-03-16', 0.5)],
  },
};

test.each<[string, Partial<Stock>, string[], { left: number; on: string | null; doses: number }]>([
  ['enough until the end date', { countedUnits: 11 }, [], { left: 11, on: null, doses: 10 }],
  [
    'a quarter too few ends on the last day',
    { countedUnits: 10.75 },
    [],
    { left: 10.75, on: '2026-03-19', doses: 9 },
  ],
  [
    'units taken before count with their amount at that time',
    { countedUnits: 13, takenUnits: 2 },
    [],
    { left: 11, on: null, doses: 10 },
  ],
  ['less than one dose', { countedUnits: 1 }, [], { left: 1, on: '2026-03-10', doses: 0 }],
  [
    'less than one dose, with today answered',
    { countedUnits: 1 },
    ['08:00'],
    { left: 1, on: '2026-03-11', doses: 0 },
  ],
])(
  'the stock of a taper follows its decreasing amounts: %s',
  (_, stock, answered, { left, on, doses }) => {
    const state = stockState({ ...STOCK, ...stock }, TAPER, { ...TODAY, answered });
    expect(state).toMatchObject({ left, runsOutOn: on, dosesLeft: doses });
  },
);

test('each time uses its amount, and a time without one uses the amount of the stock', () => {
  const amounts = { unit: 'tablet', ofTimes: [{ time: '20:00', amount: 0.5 }] };
  const at = (answered: string[]) =>
    stockState({ ...STOCK, countedUnits: 3 }, { ...DAILY, amounts }, { ...TODAY, answered });
  expect(at([])).toMatchObject({ runsOutOn: '2026-03-12', dosesLeft: 4 });
  expect(at(['08:00'])).toMatchObject({ runsOutOn: '2026-03-12', dosesLeft: 4 });
  expect(at(['08:00', '20:00'])).toMatchObject({ runsOutOn: '2026-03-13', dosesLeft: 4 });
});
