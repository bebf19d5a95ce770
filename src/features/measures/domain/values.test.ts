import { describe, expect, it } from 'vitest';
import { CODES, MEASURE_KINDS, MEASURE_UNITS, UNITS_OF } from './kinds.ts';
import { figureMessage, slipQuestion, valueMessage } from './measure-messages.ts';
import { pressedAt } from './measured-at.ts';
import { summaryOf } from './summaries.ts';
import { inUnit, isMeasuredIn, maybeASlip, type Value, validateValue } from './values.ts';

const pressure = (first: number, second: number | null): Value => ({
  ...{ kind: 'blood-pressure', unit: 'mm[Hg]', first, second },
});
const weight = (first: number, unit: 'kg' | '[lb_av]' = 'kg'): Value => ({
  ...{ kind: 'weight', unit, first, second: null },
});
const glucose = (first: number, unit: 'mg/dL' | 'mmol/L' = 'mg/dL'): Value => ({
  ...{ kind: 'glucose', unit, first, second: null },
});
const pain = (first: number): Value => ({ kind: 'pain', unit: '{score}', first, second: null });
const mood = (first: number): Value => ({ kind: 'mood', unit: '{score}', first, second: null });

it('each kind can be measured in its own units only', () => {
  for (const kind of MEASURE_KINDS) {
    expect(MEASURE_UNITS.filter((unit) => isMeasuredIn(kind, unit))).toEqual(UNITS_OF[kind]);
  }
});

it('each kind has its LOINC codes, and mood has none', () => {
  const said = (codes: readonly { code: string }[]) => codes.map(({ code }) => code).join(' ');
  expect(MEASURE_KINDS.map((kind) => (kind === 'glucose' ? '' : said(CODES[kind])))).toEqual([
    '85354-9 8480-6 8462-4',
    '29463-7',
    '',
    '72514-3',
    '',
  ]);
  expect(
    UNITS_OF.glucose.map((unit) => (unit === 'mg/dL' || unit === 'mmol/L') && CODES.glucose[unit]),
  ).toEqual([[{ system: 'LOINC', code: '2339-0' }], [{ system: 'LOINC', code: '15074-8' }]]);
});

describe('whatIsWrong finds impossible values', () => {
  it.each<[Value, Record<string, string>]>([
    [pressure(128, 79), {}],
    [pressure(40, 5), {}],
    [pressure(300, 200), {}],
    // A value that is possible but unlikely is confirmed by a question, not refused.
    [pressure(120, 8), {}],
    [pressure(39, 20), { first: 'The upper number is from 40 to 300.' }],
    [pressure(1280, 79), { first: 'The upper number is from 40 to 300.' }],
    [pressure(128, 4), { second: 'The lower number is from 5 to 200.' }],
    [pressure(128, null), { second: 'Please enter the lower number too.' }],
    [pressure(79, 128), { second: 'The lower number must be less than the upper one.' }],
    [pressure(80, 80), { second: 'The lower number must be less than the upper one.' }],
    [pressure(128.5, 79), { first: 'Please enter a whole number.' }],
    [weight(72.5), {}],
    [weight(14.9), { first: 'A weight is from 15 to 350.' }],
    [weight(725), { first: 'A weight is from 15 to 350.' }],
    [weight(725, '[lb_av]'), {}],
    [weight(72.55), { first: 'Please enter at most one digit after the point.' }],
    [{ ...weight(72), second: 3 }, { second: 'That has one number only.' }],
    [{ ...weight(72), unit: 'mg/dL' }, { unit: 'That is not measured in this unit.' }],
    [glucose(99), {}],
    [glucose(5.5), { first: 'A glucose value is from 10 to 1000.' }],
    [glucose(5.5, 'mmol/L'), {}],
    [glucose(99, 'mmol/L'), { first: 'A glucose value is from 0.6 to 55.' }],
    [pain(0), {}],
    [pain(10), {}],
    [pain(11), { first: 'Pain is from 0 to 10.' }],
    [pain(-1), { first: 'Pain is from 0 to 10.' }],
    [mood(1), {}],
    [mood(0), { first: 'A mood is from 1 to 5.' }],
    [mood(Number.NaN), { first: 'A mood is from 1 to 5.' }],
  ])('whatIsWrong returns the errors of %j', (value, wrong) =>
    expect(validateValue(value)).toEqual(wrong),
  );
});

describe('maybeASlip finds unusual values', () => {
  it.each<[Value, Value | undefined, boolean]>([
    [pressure(128, 79), undefined, false],
    [pressure(120, 8), undefined, true],
    [pressure(69, 40), undefined, true],
    [pressure(231, 100), undefined, true],
    [pressure(120, 111), undefined, true],
    [pressure(120, 110), undefined, false],
    [weight(72), undefined, false],
    [weight(72), weight(72), false],
    [weight(64.9), weight(72), false],
    [weight(64.7), weight(72), true],
    [weight(27), undefined, true],
    // The values are compared in the unit of the new value.
    [weight(160, '[lb_av]'), weight(72), false],
    [weight(72), weight(160, '[lb_av]'), false],
    [glucose(99), glucose(400), false],
    [glucose(39), undefined, true],
    [glucose(25.1, 'mmol/L'), undefined, true],
    [pain(10), pain(0), false],
    [mood(1), mood(5), false],
  ])('maybeASlip of %j after %j is %j', (value, before, is) =>
    expect(maybeASlip(value, before)).toBe(is),
  );
});

describe('inUnit converts a value to another unit', () => {
  it.each<[Value, Value]>([
    [weight(72.5), weight(159.8, '[lb_av]')],
    [weight(159.8, '[lb_av]'), weight(72.5)],
    [weight(100), weight(220.5, '[lb_av]')],
    [glucose(99), glucose(5.5, 'mmol/L')],
    [glucose(5.5, 'mmol/L'), glucose(99)],
    [glucose(180), glucose(10, 'mmol/L')],
    [pressure(128, 79), pressure(128, 79)],
  ])('inUnit converts %j to %j', (value, other) =>
    expect(inUnit(value, other.unit)).toEqual(other),
  );

  it('inUnit throws for units of different quantities', () => {
    expect(() => inUnit(weight(72), 'mg/dL')).toThrow('kg cannot be told in mg/dL.');
  });

  it('a weight in kilograms is unchanged after a conversion to pounds and back', () => {
    for (let tenths = 300; tenths <= 2000; tenths += 1) {
      const kg = weight(tenths / 10);
      expect(inUnit(inUnit(kg, '[lb_av]'), 'kg').first).toBeCloseTo(kg.first, 0);
    }
  });
});

it.each<[Value, string, string]>([
  [pressure(128, 79), '128 over 79', '128/79 mm Hg'],
  [weight(72.5), '72.5 kg', '72.5 kg'],
  [weight(160, '[lb_av]'), '160 lb', '160 lb'],
  [glucose(99), '99 mg/dL', '99 mg/dL'],
  [glucose(5.5, 'mmol/L'), '5.5 mmol/L', '5.5 mmol/L'],
  [pain(2), 'A little', '2 of 10 (a little)'],
  [pain(3), '3 of 10', '3 of 10'],
  [mood(4), 'Good', '4 of 5 (good)'],
])('%j is spoken as %s and written as %s', (value, said, written) => {
  expect(valueMessage(value)).toBe(said);
  expect(figureMessage(value)).toBe(written);
});

it('slipQuestion repeats the entered numbers without an opinion', () => {
  expect(slipQuestion(pressure(120, 8))).toBe('120 over 8: is that right?');
});

describe('summaryOf computes a summary', () => {
  const at = (day: number, value: Value) => ({
    ...value,
    measuredAt: `2026-03-${String(day).padStart(2, '0')}T12:00:00Z`,
  });

  it('summaryOf returns undefined without values of the kind', () => {
    expect(summaryOf('weight', [])).toBeUndefined();
    expect(summaryOf('weight', [at(1, pain(2))])).toBeUndefined();
  });

  it('a summary has lowest, highest and last values, independent of the order', () => {
    const all = [at(2, pressure(142, 70)), at(3, pressure(128, 79)), at(1, pressure(117, 88))];
    expect(summaryOf('blood-pressure', all)).toMatchObject({
      count: 3,
      lowest: { first: 117, second: 70 },
      highest: { first: 142, second: 88 },
      last: { first: 128, second: 79 },
      values: [{ first: 117 }, { first: 142 }, { first: 128 }],
    });
  });

  it('a summary is in the unit of the last value', () => {
    const all = [at(1, weight(160, '[lb_av]')), at(2, weight(72))];
    expect(summaryOf('weight', all)).toMatchObject({
      unit: 'kg',
      lowest: { first: 72 },
      highest: { first: 72.6 },
      values: [{ first: 72.6, unit: 'kg' }, { first: 72 }],
    });
  });
});

describe('pressedAt returns the time of a measurement', () => {
  const now = new Date('2026-03-10T12:00:00Z');

  it.each([
    [undefined, '2026-03-10T12:00:00.000Z'],
    ['2026-03-10T09:12:00Z', '2026-03-10T09:12:00.000Z'],
    ['2026-03-03T09:12:00Z', '2026-03-03T09:12:00.000Z'],
    // Impossible times, which come from wrong clocks.
    ['2026-03-10T12:00:01Z', '2026-03-10T12:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '2026-03-10T12:00:00.000Z'],
  ])('a press at %s counts as of %s', (told, at) => {
    expect(pressedAt(told, now).toISOString()).toBe(at);
  });
});
