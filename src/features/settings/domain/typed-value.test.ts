import { describe, expect, it } from 'vitest';
import { SLIDESHOW_SECONDS } from '../limits.ts';
import { asAddress, asLine, asWholeNumber, stepped } from './typed-value.ts';

describe('asWholeNumber reads the slideshow duration from 1 to 60 seconds', () => {
  it.each(['1', '10', '60', ' 7 ', '007'])('the duration %j is saved', (text) => {
    expect(asWholeNumber(text, SLIDESHOW_SECONDS)).toEqual({ value: Number(text) });
  });

  it.each(['0', '61', '-1', '1.5', '1e1', '', ' ', 'ten', '9999999999999999999'])(
    'the duration %j is not saved',
    (text) => {
      expect(asWholeNumber(text, SLIDESHOW_SECONDS)).toEqual({
        wrong: 'Please enter a whole number from 1 to 60. This has not been saved.',
      });
    },
  );
});

it.each([
  ['10', 1, 11],
  ['10', -1, 9],
  ['60', 1, 60],
  ['1', -1, 1],
  ['99', -1, 60],
  ['-5', 1, 1],
  ['', 1, 1],
  ['', -1, 60],
  ['ten', 1, 1],
] as const)('a step from %j by %i gives %i', (text, step, value) => {
  expect(stepped(text, step, SLIDESHOW_SECONDS)).toBe(value);
});

it.each([
  ['', ''],
  [' meet.google.com/abc-defg-hij ', 'https://meet.google.com/abc-defg-hij'],
  ['https://meet.google.com/abc', 'https://meet.google.com/abc'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
])('the room %j is sent as %j', (text, value) => {
  expect(asAddress(text)).toEqual({ value });
});

it.each(['foo', 'abc-defg-hij', 'foo/bar.html', 'meet.'])(
  'the room %j is not a valid address',
  (text) => {
    expect(asAddress(text)).toEqual({ wrong: expect.stringContaining('the whole address') });
  },
);

it('whitespace around a line is removed', () => {
  expect(asLine('  Our Window ')).toEqual({ value: 'Our Window' });
});
