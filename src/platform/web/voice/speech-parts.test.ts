import { describe, expect, test } from 'vitest';
import { partsOf, voiceAmong } from './speech-parts.ts';

describe('voiceAmong the voices of a browser', () => {
  const [us, android, british, german, remote] = [
    { lang: 'en-US', localService: true },
    { lang: 'en_US', localService: true },
    { lang: 'en-GB', localService: true },
    { lang: 'de-DE', localService: true },
    { lang: 'en-US', localService: false },
  ];
  test.each([
    ['undefined without any voice', [], undefined],
    ['American English first', [british, us], us],
    ["American English in Android's notation too", [british, android], android],
    ['another English voice otherwise', [german, british], british],
    ['a local voice before a remote one', [remote, british], british],
    ['no remote voice', [remote], undefined],
    ['no voice of another language', [german], undefined],
    ['the first of several', [us, android], us],
  ])('chooses a local English voice: %s', (_, offers, expected) => {
    expect(voiceAmong(offers)).toBe(expected);
  });
});

describe('partsOf a text', () => {
  const sentence = `${'word '.repeat(20)}end. `;
  test.each([
    ['a blank text has no parts', ' ', []],
    ['a short text is one part', 'Take with food.', ['Take with food.']],
    ['short sentences stay together', 'Yes. No? Oh!', ['Yes. No? Oh!']],
    ['long sentences are separate parts', sentence.repeat(2), [sentence.trim(), sentence.trim()]],
    ['a decimal point ends no part', 'Take 2.5 ml.', ['Take 2.5 ml.']],
  ])('splits a text into parts: %s', (_, text, expected) => {
    expect(partsOf(text)).toEqual(expected);
  });

  test.each(['word '.repeat(500), 'x'.repeat(1000), `${'a, '.repeat(300)}.`, '...! '.repeat(99)])(
    'each part has at most 160 characters, and no text is lost',
    (text) => {
      const parts = partsOf(text);
      expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(160);
      expect(parts.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    },
  );
});
