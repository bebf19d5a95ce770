import { expect, test } from 'vitest';
import { amountAt, amountMessage, dosageAt } from './dose-amounts.ts';
import type { Pattern } from './pattern-input.ts';

const taper: Pattern = {
  kind: 'taper',
  unit: 'tablet',
  steps: [
    { from: '2026-08-12', amount: 2, times: ['08:00'] },
    { from: '2026-08-16', amount: 1, times: ['08:00'] },
    { from: '2026-08-19', amount: 0.5, times: ['08:00'] },
  ],
};

test.each([
  ['2026-08-11', undefined],
  ['2026-08-12', 2],
  ['2026-08-15', 2],
  ['2026-08-16', 1],
  ['2026-08-18', 1],
  ['2026-08-19', 0.5],
  ['2027-01-01', 0.5],
])('amountAt returns the amount of the taper step of the date: %s', (date, amount) => {
  expect(amountAt({ pattern: taper }, { date, time: '08:00' })).toBe(amount);
});

test('amountAt returns the amount of the given time, on every day', () => {
  const amounts = { unit: 'tablet', ofTimes: [{ time: '20:00', amount: 1.5 }] };
  expect(amountAt({ amounts }, { date: '2026-08-12', time: '20:00' })).toBe(1.5);
  expect(amountAt({ amounts }, { date: '2026-08-12', time: '08:00' })).toBeUndefined();
});

test('dosageAt returns the amount followed by the dosage', () => {
  const on = (date: string, dosage: string) =>
    dosageAt({ dosage, pattern: taper }, { date, time: '08:00' });
  expect(on('2026-08-13', '5 mg')).toBe('2 tablets, 5 mg');
  expect(on('2026-08-20', '')).toBe('½ tablet');
  expect(on('2026-08-01', '5 mg')).toBe('5 mg');
});

test.each([{}, { pattern: null, amounts: null }])(
  'dosageAt returns the dosage alone for a medication without amounts',
  (none) => {
    const medication = { dosage: '10 mg', ...none };
    expect(dosageAt(medication, { date: '2026-08-12', time: '08:00' })).toBe('10 mg');
  },
);

test.each([
  [0.25, 'tablet', '¼ tablet'],
  [0.75, 'tablet', '¾ tablet'],
  [1, 'tablet', '1 tablet'],
  [1.5, 'tablet', '1½ tablets'],
  [3, 'puff', '3 puffs'],
  [2, 'patch', '2 patches'],
  [2, 'Tablette', '2 Tablette'],
  [5, 'ml', '5 ml'],
  [100, 'IU', '100 IU'],
  [2, 'drops', '2 drops'],
])('amountMessage formats %d of %s', (amount, unit, words) => {
  expect(amountMessage(amount, unit)).toBe(words);
});
