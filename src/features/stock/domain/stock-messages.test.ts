import { expect, test } from 'vitest';
import { enoughMessage, leftMessage, lowMessage } from './stock-messages.ts';

const TODAY = '2026-12-01';

const LEFT = { left: 8.5, isBelowNone: false, runsOutOn: '2026-12-04', dosesLeft: 8 };

test.each([
  ['on a later day', LEFT, false, 'Runs out on Friday, December 4'],
  ['today', { ...LEFT, runsOutOn: TODAY }, false, 'Not enough for today'],
  ['not within a year', { ...LEFT, runsOutOn: null }, false, 'Enough for a year, or until it ends'],
  ['several as-needed doses', { ...LEFT, runsOutOn: null }, true, 'Enough for 8 doses'],
  ['one as-needed dose', { ...LEFT, runsOutOn: null, dosesLeft: 1 }, true, 'Enough for 1 dose'],
  [
    'more taken than counted',
    { ...LEFT, isBelowNone: true },
    false,
    'More was taken than was counted. Please count again.',
  ],
])('enoughMessage states when the stock ends: %s', (_, stock, isAsNeeded, words) => {
  expect(enoughMessage(stock, TODAY, isAsNeeded)).toBe(words);
});

test('leftMessage states the remaining units', () => {
  expect(leftMessage(LEFT)).toBe('8.5 left');
});

test('lowMessage names each medication that runs out', () => {
  const lisinopril = { ...LEFT, name: 'Lisinopril', dosage: '10 mg', isAsNeeded: false };
  const ibuprofen = { ...LEFT, name: 'Ibuprofen', dosage: '', isBelowNone: true, isAsNeeded: true };
  expect(lowMessage([lisinopril], TODAY)).toMatchObject({ subject: 'Lisinopril runs out soon' });
  const { subject, paragraphs } = lowMessage([lisinopril, ibuprofen], TODAY);
  expect(subject).toBe('2 medications run out soon');
  expect(paragraphs.slice(0, 2)).toEqual([
    'Lisinopril 10 mg: 8.5 left. Runs out on Friday, December 4.',
    'Ibuprofen: 8.5 left. More was taken than was counted. Please count again.',
  ]);
});
