import { expect, it } from 'vitest';
import { plainName } from './letter.ts';

it.each([
  ['Rose Carter', 'Rose Carter'],
  ['Our “Window”', 'Our “Window”'],
  ['Dr.Smith', 'Dr. Smith'],
  ['J.R. Carter', 'J. R. Carter'],
  ['Elm Street 14', 'Elm Street 14'],
  ['Zoë 王', 'Zoë 王'],
  ['Open www.evil.example/a now', 'Open now'],
  ['https://evil.example', ''],
  ['evil.example', ''],
  ['evil。example', ''],
  ['ｅｖｉｌ．example', ''],
  ['Write to a@evil.example', 'Write to'],
  ['Call +1 (900) 555-0100 today', 'Call today'],
  ['Call 900.555.0100', 'Call'],
  ['Line\nends', 'Line ends'],
  ['a'.repeat(100), 'a'.repeat(60)],
])('plainName of %j is %j', (text, kept) => {
  expect(plainName(text)).toBe(kept);
});
