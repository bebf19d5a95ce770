import { expect, it } from 'vitest';
import {
  asksAgain,
  errorsInValue,
  numberIn,
  typedNumbers,
  type ValueFields,
} from './value-form.ts';

const PRESSURE: ValueFields = {
  ...{ kind: 'blood-pressure', unit: 'mm[Hg]', first: '128', second: '79' },
  ...{ date: '2026-03-10', time: '09:12', sureOf: '' },
};

it.each([
  ['72.5', 72.5],
  [' 72,5 ', 72.5],
  ['72', 72],
  ['', Number.NaN],
  ['7e1', Number.NaN],
  ['-7', Number.NaN],
  ['72 kg', Number.NaN],
])('numberIn reads %j as %d', (text, number) => expect(numberIn(text)).toBe(number));

it.each<[Partial<ValueFields>, string[]]>([
  [{}, []],
  [{ kind: '' }, ['kind']],
  [{ first: 'high' }, ['first']],
  [{ second: '' }, ['second']],
  [{ second: '130' }, ['second']],
  [{ date: null }, ['date']],
  [{ first: '120', second: '8' }, ['sureOf']],
  // An impossible value has an error and is not additionally confirmed.
  [{ first: '1200', second: '8' }, ['first']],
  [{ kind: 'weight', unit: 'kg', first: '72,5', second: '' }, []],
])('a form with %j has errors at %j', (changed, wrong) => {
  expect(Object.keys(errorsInValue({ ...PRESSURE, ...changed }, undefined))).toEqual(wrong);
});

it('a confirmed slip is not questioned again until it is changed', () => {
  const slip = { ...PRESSURE, first: '120', second: '8' };
  const sure = { ...slip, sureOf: typedNumbers(slip) };
  expect(errorsInValue(sure, undefined)).toEqual({});
  expect(errorsInValue({ ...sure, second: '9' }, undefined)).toHaveProperty('sureOf');
});

it('a weight is compared with the last weight in its own unit, and with no other kind', () => {
  const weight: ValueFields = { ...PRESSURE, kind: 'weight', unit: '[lb_av]', first: '160' };
  const last = { kind: 'weight', unit: 'kg', first: 72.5, second: null } as const;
  expect(asksAgain(weight, last)).toBe(false);
  expect(asksAgain({ ...weight, first: '100' }, last)).toBe(true);
  expect(asksAgain(weight, { ...last, kind: 'glucose', unit: 'mg/dL' })).toBe(false);
});
