import { expect, it } from 'vitest';
import { takenBefore } from './moved-times.ts';

it.each([
  ['moved after it was taken', ['08:00'], ['08:30'], ['08:00'], ['08:30']],
  ['moved before it was taken', ['08:00'], ['08:30'], [], []],
  ['added beside what was taken', ['08:00'], ['08:00', '20:00'], ['08:00'], []],
  ['moved, and another added', ['08:00'], ['08:30', '20:00'], ['08:00'], ['08:30']],
  ['of two the later one moved', ['08:00', '20:00'], ['08:00', '20:30'], ['08:00'], []],
  ['of two one left over', ['08:00', '20:00'], ['20:30'], ['08:00'], []],
  ['moved once more', ['08:30'], ['09:00'], ['08:30'], ['09:00']],
  ['dropped before, added now', ['20:00'], ['09:00', '20:00'], ['08:00'], ['09:00']],
  ['moved back', ['09:00'], ['08:00'], ['08:00'], []],
  ['two moved, one taken', ['08:00', '12:00'], ['09:00', '13:00'], ['12:00'], ['13:00']],
])(
  'takenBefore returns the times not to ask for today: %s',
  (_, before, after, taken, expected) => {
    expect(takenBefore(before, after, taken)).toEqual(expected);
  },
);
