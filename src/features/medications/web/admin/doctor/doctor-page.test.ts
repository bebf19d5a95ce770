import { expect, test } from 'vitest';
import type { AdherenceDay, Medication } from '../../../contract.ts';
import {
  adherenceTable,
  barsSince,
  doctorRows,
  howMessage,
  squaresMessage,
  squaresUntil,
} from './doctor-page.ts';

const TODAY = '2026-08-14';

const LISINOPRIL: Medication = {
  id: 'lisinopril',
  name: 'Lisinopril',
  dosage: '10 mg',
  frequency: 'twice_daily',
  times: ['08:00', '20:00'],
  startDate: '2026-03-01',
  endDate: null,
  instructions: '',
  pillImageUrl: null,
  isActive: true,
  reminderEnabled: true,
  soundEnabled: true,
  shortestIntervalMinutes: null,
  mostIn24Hours: null,
  userId: 'system',
  version: 1,
};

test.each<[string, Partial<Medication>, string]>([
  ['with times', {}, '8:00 AM and 8:00 PM'],
  ['with instructions', { instructions: 'With food' }, '8:00 AM and 8:00 PM. With food'],
  ['with an end date', { endDate: '2026-08-20' }, '8:00 AM and 8:00 PM. Until August 20'],
  ['with a later start date', { startDate: '2026-08-20' }, '8:00 AM and 8:00 PM. From August 20'],
  [
    'with a weekday',
    { frequency: 'weekly', times: ['07:30'], startDate: '2026-08-03' },
    'Mondays, 7:30 AM',
  ],
  [
    'with limits',
    { frequency: 'as_needed', times: [], shortestIntervalMinutes: 240, mostIn24Hours: 6 },
    'As needed, at least 4 hours apart, at most 6 in 24 hours',
  ],
])('howMessage describes how a medication is taken: %s', (_, changed, words) => {
  expect(howMessage({ ...LISINOPRIL, ...changed }, TODAY)).toBe(words);
});

test('doctorRows lists current medications by first time, with doses by part of the day', () => {
  const rows = doctorRows(
    [
      { ...LISINOPRIL, id: 'needed', frequency: 'as_needed', times: [] },
      LISINOPRIL,
      { ...LISINOPRIL, id: 'early', times: ['06:30', '06:45', '22:00'] },
      { ...LISINOPRIL, id: 'paused', isActive: false },
      { ...LISINOPRIL, id: 'over', endDate: '2026-08-13' },
      { ...LISINOPRIL, id: 'last day', times: ['12:30'], endDate: TODAY },
    ],
    TODAY,
  );
  expect(rows.map(({ medication }) => medication.id)).toEqual([
    'early',
    'lisinopril',
    'last day',
    'needed',
  ]);
  expect(rows.map(({ doses }) => Object.values(doses))).toEqual([
    [2, 0, 0, 1],
    [1, 0, 1, 0],
    [0, 1, 0, 0],
    [0, 0, 0, 0],
  ]);
});

const day = (date: string, counts: Partial<AdherenceDay>): AdherenceDay => ({
  ...{ medicationId: 'lisinopril', name: 'Lisinopril', date },
  ...{ due: 2, taken: 0, late: 0, skipped: 0, missed: 0, pending: 0 },
  ...counts,
});

test('barsSince counts answered doses, and late ones as taken', () => {
  const days = [
    day('2026-07-15', { taken: 2 }),
    day('2026-07-16', { taken: 2, late: 1 }),
    day('2026-08-13', { taken: 1, missed: 1 }),
    day(TODAY, { taken: 1, pending: 1 }),
    { ...day(TODAY, { pending: 2 }), medicationId: 'new', name: 'New' },
  ];
  expect(barsSince(days, '2026-07-16')).toMatchObject([
    { name: 'Lisinopril', taken: 4, answered: 5 },
  ]);
});

test('squaresUntil groups days by weeks that begin on Monday and end today', () => {
  const days = [
    day('2026-05-15', { taken: 2 }),
    day('2026-05-16', { taken: 2 }),
    day('2026-08-10', { taken: 2 }),
    day('2026-08-11', { taken: 1, skipped: 1 }),
    day('2026-08-12', { missed: 2 }),
    day('2026-08-13', { pending: 2 }),
    day(TODAY, { taken: 1, pending: 1 }),
  ];
  const weeks = squaresUntil(days, TODAY);
  expect(weeks).toHaveLength(14);
  expect(weeks[0]?.map(({ date, look }) => `${date} ${look}`).slice(3)).toEqual([
    '2026-05-14 empty',
    '2026-05-15 empty',
    '2026-05-16 all',
    '2026-05-17 empty',
  ]);
  expect(weeks.at(-1)?.map(({ look }) => look)).toEqual(['all', 'some', 'none', 'empty', 'all']);
  expect(squaresMessage(weeks)).toBe('All doses were taken on 3 days, some on 1, none on 1.');
});

test('a day without answered doses is away if the elder was away at noon', () => {
  const away = {
    ...{ startDate: '2026-08-11', startTime: '12:01' },
    ...{ endDate: '2026-08-14', endTime: '12:00' },
  };
  const days = [day('2026-08-12', { taken: 1 })];
  const week = squaresUntil(days, TODAY, [away]).at(-1);
  expect(week?.map(({ look }) => look)).toEqual(['empty', 'empty', 'all', 'away', 'empty']);
  expect(squaresMessage([week ?? []])).toBe(
    'All doses were taken on 1 day, some on 0, none on 0. Away on 1.',
  );
});

test('adherenceTable has a line for each medication and day', () => {
  expect(adherenceTable([day(TODAY, { taken: 1, late: 1, pending: 1 })])).toEqual([
    ['Date', 'Medication', 'Due', 'Taken', 'Taken late', 'Skipped', 'Missed', 'Open'],
    [TODAY, 'Lisinopril', 2, 1, 1, 0, 0, 1],
  ]);
});

test('howMessage describes a pattern with its amounts, and the row counts the times of today', () => {
  const step = (from: string, amount: number, times: string[]) => ({ from, amount, times });
  const taper: Medication = {
    ...LISINOPRIL,
    frequency: 'taper',
    times: ['08:00', '20:00'],
    startDate: '2026-08-12',
    endDate: '2026-08-20',
    pattern: {
      kind: 'taper',
      unit: 'tablet',
      steps: [step('2026-08-12', 2, ['08:00', '20:00']), step('2026-08-14', 1, ['08:00'])],
    },
  };
  const [row] = doctorRows([taper], TODAY);
  expect(row?.how).toMatch(/^2 tablets from Aug 12, 1 from Aug 14\. Until August 20/);
  expect(row?.doses).toMatchObject({ morning: 1, evening: 0 });
  const amounts = { unit: 'tablet', ofTimes: [{ time: '08:00', amount: 1.5 }] };
  expect(howMessage({ ...LISINOPRIL, amounts }, TODAY)).toMatch(
    /^8:00 AM \(1½ tablets\) and 8:00 PM/,
  );
});
