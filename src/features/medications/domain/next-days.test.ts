import { expect, test } from 'vitest';
import { type ComingMedication, comingDays, nextDateAfter } from './next-days.ts';

const NEW_YORK = 'America/New_York';
const step = (from: string, amount: number) => ({ from, amount, times: ['08:00'] });

const medication = (more: Partial<ComingMedication> = {}): ComingMedication => ({
  ...{ id: 'm', frequency: 'daily', times: ['08:00'], startDate: '2025-08-12' },
  ...{ endDate: null, isActive: true, ...more },
});

const prednisone = medication({
  frequency: 'taper',
  endDate: '2025-08-22',
  pattern: {
    kind: 'taper',
    unit: 'tablet',
    steps: [step('2025-08-12', 2), step('2025-08-16', 1), step('2025-08-19', 0.5)],
  },
});

/**
 * Returns each day as one text, similar to the form: day of the month, amounts, and 'change' if the
 * amounts differ from the previous day.
 */
const shown = (wanted: ComingMedication, now: string) =>
  comingDays(wanted, new Date(now), NEW_YORK).map(({ date, doses, isChange }) =>
    [date.slice(8), ...doses.map(({ time, amount }) => amount ?? time), isChange ? 'change' : '']
      .join(' ')
      .trim(),
  );

test('comingDays shows the amount of each day of a taper and marks the days on which it changes', () => {
  expect(shown(prednisone, '2025-08-14T10:00:00Z')).toEqual([
    '14 2',
    '15 2',
    '16 1 change',
    '17 1',
    '18 1',
    '19 0.5 change',
    '20 0.5',
  ]);
});

test('comingDays omits past times of today and days after the last dose', () => {
  expect(shown(prednisone, '2025-08-19T13:00:00Z')).toEqual([
    '19',
    '20 0.5',
    '21 0.5',
    '22 0.5',
    '23',
    '24',
    '25',
  ]);
});

test('comingDays begins with the date of the household’s time zone', () => {
  const [first] = comingDays(medication(), new Date('2025-08-15T03:00:00Z'), NEW_YORK);
  expect(first?.date).toBe('2025-08-14');
});

test('comingDays marks no change if the medication has no amounts', () => {
  const weekly = medication({ frequency: 'weekly' });
  expect(shown(weekly, '2025-08-14T10:00:00Z')).toEqual([
    '14',
    '15',
    '16',
    '17',
    '18',
    '19 08:00',
    '20',
  ]);
});

test('comingDays marks no change on a day when some of the doses are already past', () => {
  const ofTimes = [
    { time: '08:00', amount: 2 },
    { time: '20:00', amount: 1 },
  ];
  const twice = medication({ times: ['08:00', '20:00'], amounts: { unit: 'tablet', ofTimes } });
  expect(shown(twice, '2025-08-14T16:00:00Z').slice(0, 2)).toEqual(['14 1', '15 2 1']);
});

test('comingDays lists no doses while the elder is away', () => {
  const away = [
    { startDate: '2025-08-15', startTime: '00:00', endDate: '2025-08-20', endTime: '00:00' },
  ];
  expect(shown(medication({ away }), '2025-08-14T10:00:00Z')).toEqual([
    '14 08:00',
    ...['15', '16', '17', '18', '19'],
    '20 08:00',
  ]);
});

test('nextDateAfter returns the first date with a dose after the seven days', () => {
  const now = new Date('2025-08-14T10:00:00Z');
  const monthly = medication({
    frequency: 'days_of_month',
    pattern: { kind: 'days_of_month', days: [31] },
  });
  expect(nextDateAfter(monthly, now, NEW_YORK)).toBe('2025-08-31');
  expect(nextDateAfter({ ...monthly, endDate: '2025-08-30' }, now, NEW_YORK)).toBeUndefined();
});
