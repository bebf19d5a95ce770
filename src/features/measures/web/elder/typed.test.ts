import { expect, it } from 'vitest';
import type { MeasureKind, MeasureUnit } from '../../domain/kinds.ts';
import { afterKey, type Key, NOTHING_TYPED, valueOfTyped } from './typed.ts';

function press(keys: string, kind: MeasureKind, unit: MeasureUnit) {
  return [...keys].reduce(
    (typed, key) => afterKey(typed, key === '<' ? 'back' : (key as Key), kind, unit),
    NOTHING_TYPED,
  );
}

it.each<[string, MeasureKind, MeasureUnit, string, string, 'first' | 'second']>([
  ['128', 'blood-pressure', 'mm[Hg]', '128', '', 'second'],
  ['12879', 'blood-pressure', 'mm[Hg]', '128', '79', 'second'],
  ['95', 'blood-pressure', 'mm[Hg]', '95', '', 'first'],
  // A fourth digit of a pressure is ignored.
  ['1287999', 'blood-pressure', 'mm[Hg]', '128', '799', 'second'],
  ['1287<8', 'blood-pressure', 'mm[Hg]', '128', '8', 'second'],
  ['12.8', 'blood-pressure', 'mm[Hg]', '128', '', 'second'],
  ['0', 'glucose', 'mg/dL', '0', '', 'first'],
  ['099', 'glucose', 'mg/dL', '0', '', 'first'],
  ['99', 'glucose', 'mg/dL', '99', '', 'first'],
  ['5.5', 'glucose', 'mmol/L', '5.5', '', 'first'],
  ['5..5', 'glucose', 'mmol/L', '5.5', '', 'first'],
  ['5.55', 'glucose', 'mmol/L', '5.5', '', 'first'],
  ['.5', 'glucose', 'mmol/L', '5', '', 'first'],
  ['0.6', 'glucose', 'mmol/L', '0.6', '', 'first'],
  ['<', 'weight', 'kg', '', '', 'first'],
  ['72.5', 'weight', 'kg', '72.5', '', 'first'],
])(
  'the keys %s for %s in %s enter %j and %j and select the %s number',
  (keys, kind, unit, first, second, at) => {
    expect(press(keys, kind, unit)).toMatchObject({ first, second, at });
  },
);

it('the first key replaces a previous number, and the back key shortens it', () => {
  const old = { ...NOTHING_TYPED, first: '72.5', isOld: true };
  expect(afterKey(old, '7', 'weight', 'kg')).toMatchObject({ first: '7', isOld: false });
  expect(afterKey(old, 'back', 'weight', 'kg')).toMatchObject({ first: '72.', isOld: false });
});

it('a missing number is NaN', () => {
  const value = valueOfTyped(NOTHING_TYPED, 'blood-pressure', 'mm[Hg]');
  expect(value).toEqual({
    ...{ kind: 'blood-pressure', unit: 'mm[Hg]', first: Number.NaN, second: Number.NaN },
  });
});
