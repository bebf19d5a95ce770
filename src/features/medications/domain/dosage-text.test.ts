import { expect, test } from 'vitest';
import { unbrokenDosage } from './dosage-text.ts';

// In the expected text, `~` represents a no-break space and `=` a non-breaking hyphen.
test.each([
  ['25-100 mg, one and a half tablets', '25=100~mg, one and a half tablets'],
  ['0.5 mg/ml', '0.5~mg/ml'],
  ['1 000 IU in the evening', '1~000~IU in the evening'],
  ['500 mg, 1 tablet', '500~mg, 1~tablet'],
  ['20mg', '20mg'],
  ['5 %', '5~%'],
  ['half-strength tablet', 'half-strength tablet'],
  ['', ''],
])('unbrokenDosage turns %j into %j', (dosage, drawn) => {
  expect(unbrokenDosage(dosage).replaceAll('\u00a0', '~').replaceAll('\u2011', '=')).toBe(drawn);
});
