import { expect, test } from 'vitest';
import { unbrokenDosage } from './dosage-text.ts';

// A tilde stands for a space that does not break, an equals sign for such a hyphen.
test.each([
  ['25-100 mg, one and a half tablets', '25=100~mg, one and a half tablets'],
  ['0.5 mg/ml', '0.5~mg/ml'],
  ['1 000 IU in the evening', '1~000~IU in the evening'],
  ['500 mg, 1 tablet', '500~mg, 1~tablet'],
  ['20mg', '20mg'],
  ['5 %', '5~%'],
  ['half-strength tablet', 'half-strength tablet'],
  ['', ''],
])('%j is drawn as %j', (dosage, drawn) => {
  expect(unbrokenDosage(dosage).replaceAll('\u00a0', '~').replaceAll('\u2011', '=')).toBe(drawn);
});
