import { describe, expect, it } from 'vitest';
import { mediaTime } from './media-time.ts';

describe('mediaTime formats a time in a player', () => {
  it.each([
    [0, '0:00'],
    [9, '0:09'],
    [292, '4:52'],
    [1085, '18:05'],
    [3600, '1:00:00'],
    [3750, '1:02:30'],
    [36_001, '10:00:01'],
  ])('%i seconds are shown as %s', (seconds, words) => {
    expect(mediaTime(seconds)).toBe(words);
  });
});
