import { expect, test } from 'vitest';
import { errorsIn, piecesIn, stockOf, wrongPieces } from './stock-form.ts';

test.each([
  ['24', 24],
  [' 7 ', 7],
  ['0.5', 0.5],
  ['0,5', 0.5],
  ['½', 0.5],
  ['1 ½', 1.5],
  ['1½', 1.5],
  ['1/2', 0.5],
  ['1 1/2', 1.5],
  ['3/4', 0.75],
  ['', undefined],
  ['a few', undefined],
  ['-1', undefined],
  ['1/0', undefined],
  ['1.5.2', undefined],
])('piecesIn reads %j as %j', (text, pieces) => {
  expect(piecesIn(text)).toBe(pieces);
});

test('wrongPieces accepts quarters within the bounds only', () => {
  expect(wrongPieces('0.25', 0.25, 100)).toBeUndefined();
  expect(wrongPieces('1/3', 0.25, 100)).toBe('Please use whole pieces, halves or quarters.');
  expect(wrongPieces('0', 0.25, 100)).toBe('Please enter a number from 0.25 to 100.');
  expect(wrongPieces('101', 0.25, 100)).toBe('Please enter a number from 0.25 to 100.');
});

const FIELDS = { medicationId: 'm', left: '24', unitsPerDose: '½', warnBefore: '7' };

test('errorsIn reports each invalid field', () => {
  expect(errorsIn(FIELDS, false)).toEqual({});
  const wrong = { medicationId: '', left: '', unitsPerDose: 'one', warnBefore: '0' };
  expect(Object.keys(errorsIn(wrong, false))).toEqual([
    'medicationId',
    'left',
    'unitsPerDose',
    'warnBefore',
  ]);
  expect(errorsIn({ ...FIELDS, warnBefore: '1.5' }, false)).toHaveProperty('warnBefore');
});

test('for a counted medication, an empty number is no new count and empty days are no warning', () => {
  const fields = { ...FIELDS, left: '', warnBefore: '' };
  expect(errorsIn(fields, true)).toEqual({});
  expect(stockOf(fields)).toEqual({ unitsPerDose: 0.5, warnBefore: null });
  expect(stockOf(FIELDS)).toEqual({ left: 24, unitsPerDose: 0.5, warnBefore: 7 });
});
