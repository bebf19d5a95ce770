import { describe, expect, it } from 'vitest';
import { visibleText, withoutInvisible, withVisibleTexts } from './visible-text.ts';

const FAMILY = '👩\u200d👩\u200d👧\u200d👦';
const PERSIAN = 'می\u200cخواهم';
const SINHALA = 'ශ්\u200dරී';

describe('visibleText', () => {
  it.each([
    ['a zero-width space', 'Ro\u200bsa\u200b', 'Rosa'],
    ['a byte order mark', '\ufeffRosa', 'Rosa'],
    ['a word joiner', 'Ro\u2060sa', 'Rosa'],
    ['a soft hyphen', 'Grand\u00admother', 'Grandmother'],
    ['text direction overrides', '\u202a+1 555 0100\u202c', '+1 555 0100'],
    ['direction marks and isolates', '\u200eRo\u200f\u2066sa\u2069\u061c', 'Rosa'],
    ['control characters', 'R\u0007o\u001bs\u0085a\u007f', 'Rosa'],
    ['a joiner at the start or end', '\u200dRosa\u200c', 'Rosa'],
    ['a joiner next to a space or a digit', 'a\u200d b 1\u200d2', 'a b 12'],
  ])('visibleText removes %s', (_what, text, expected) => {
    expect(visibleText(text)).toBe(expected);
  });

  it.each([
    ['newlines and tabs', 'a\n\tb'],
    ['a family emoji', FAMILY],
    ['an emoji with skin tone', '👩🏽\u200d🚀'],
    ['a heart with a variation selector', '❤\ufe0f\u200d🔥'],
    ['the flag of England', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['Persian text', PERSIAN],
    ['Sinhala text', SINHALA],
    ['Malayalam text that ends in a joiner', 'അവന്\u200d'],
    ['Hebrew and Arabic text', 'שלום مرحبا'],
    ['a no-break space', 'a\u00a0b'],
  ])('visibleText keeps %s', (_what, text) => {
    expect(visibleText(text)).toBe(text);
  });

  it('visibleText converts each line ending to a newline', () => {
    expect(visibleText('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });
});

describe('withoutInvisible', () => {
  it('withoutInvisible also removes joiners between letters', () => {
    expect(withoutInvisible('ro\u200dsa@exa\u200cmple.com\u200b')).toBe('rosa@example.com');
  });
});

describe('withVisibleTexts', () => {
  it('withVisibleTexts changes the texts of nested objects and lists', () => {
    const form = { name: 'Rosa\u200b', steps: [{ unit: 'tablet\ufeff', count: 2 }], note: null };
    expect(withVisibleTexts(form)).toEqual({
      name: 'Rosa',
      steps: [{ unit: 'tablet', count: 2 }],
      note: null,
    });
  });

  it('withVisibleTexts keeps passwords, dates and sets unchanged', () => {
    const form = {
      password: 'a\u200bb',
      currentPassword: '\u00ad',
      passwordConfirm: 'a\u200bb',
      at: new Date(0),
      days: new Set(['a\u200b']),
    };
    expect(withVisibleTexts(form)).toEqual(form);
  });
});
