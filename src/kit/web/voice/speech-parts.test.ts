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
    ['none where there is none', [], undefined],
    ['that of the United States first', [british, us], us],
    ['as Android writes it too', [british, android], android],
    ['else another English', [german, british], british],
    ['one of the device before one of a server', [remote, british], british],
    ['never one of a server', [remote], undefined],
    ['none rather than one of another language', [german], undefined],
    ['the earliest of several', [us, android], us],
  ])('chooses a local English voice: %s', (_, offers, expected) => {
    expect(voiceAmong(offers)).toBe(expected);
  });
});

describe('partsOf a text', () => {
  const sentence = `${'word '.repeat(20)}end. `;
  test.each([
    ['nothing is no part', ' ', []],
    ['a short text is one', 'Take with food.', ['Take with food.']],
    ['short sentences stay together', 'Yes. No? Oh!', ['Yes. No? Oh!']],
    ['long ones stand alone', sentence.repeat(2), [sentence.trim(), sentence.trim()]],
    ['a decimal point is no reason', 'Take 2.5 ml.', ['Take 2.5 ml.']],
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
