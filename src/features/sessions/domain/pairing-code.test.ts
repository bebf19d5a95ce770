import { describe, expect, it } from 'vitest';
import {
  formatPairingCode,
  isPairingCode,
  normalisePairingCode,
  PAIRING_ALPHABET,
} from './pairing-code.ts';

describe('the format of pairing codes', () => {
  it('the alphabet contains no characters that look alike', () => {
    expect(PAIRING_ALPHABET).not.toMatch(/[01OIL]/);
    expect(new Set(PAIRING_ALPHABET).size).toBe(31);
  });

  it.each([
    ['ABCD2345', 'ABCD 2345'],
    ['ABCD', 'ABCD'],
    ['', ''],
  ])('formatPairingCode shows %j in two groups of four', (code, shown) => {
    expect(formatPairingCode(code)).toBe(shown);
  });

  it.each([
    ['as it is displayed', 'ABCD 2345'],
    ['in small letters', 'abcd2345'],
    ['with a dash', 'abcd-2345'],
    ['with a long dash', 'ABCD – 2345'],
    ['with a minus sign', 'ABCD−2345'],
    ['with spaces between all', ' A B C D 2 3 4 5 '],
    ['with dots', 'AB.CD.23.45'],
    ['with a no-break and a zero-width space', 'ABCD\u00a02\u200b345'],
    ['in wide letters', 'ＡＢＣＤ２３４５'],
    ['on two lines', 'ABCD\r\n2345'],
  ])('normalisePairingCode accepts a code %s', (_, typed) => {
    expect(normalisePairingCode(typed)).toBe('ABCD2345');
  });

  it.each([
    ['ABCD2345', true],
    ['ABCD234', false],
    ['ABCD23456', false],
    ['ABCD234O', false],
    ['ABCD2340', false],
    ['abcd2345', false],
    ['', false],
  ])('isPairingCode of %j is %s', (code, is) => {
    expect(isPairingCode(code)).toBe(is);
  });

  it('characters that look alike are not replaced', () => {
    expect(isPairingCode(normalisePairingCode('O1IL-2345'))).toBe(false);
  });
});
