import { expect, it } from 'vitest';
import { takenBefore } from './moved-times.ts';

it.each([
  ['moved after the dose was taken', ['08:00'], ['08:30'], ['08:00'], ['08:30']],
  ['moved before the dose was taken', ['08:00'], ['08:30'], [], []],
  ['added to a taken dose', ['08:00'], ['08:00', '20:00'], ['08:00'], []],
  ['moved, and another time added', ['08:00'], ['08:30', '20:00'], ['08:00'], ['08:30']],
  ['the later of two times is moved', ['08:00', '20:00'], ['08:00', '20:30'], ['08:00'], []],
  ['one of two times is removed', ['08:00', '20:00'], ['20:30'], ['08:00'], []],
  ['moved a second time', ['08:30'], ['09:00'], ['08:30'], ['09:00']],
  ['removed earlier, another time added now', ['20:00'], ['09:00', '20:00'], ['08:00'], ['09:00']],
  ['moved back to the time of the taken dose', ['09:00'], ['08:00'], ['08:00'], []],
  ['two moved, one of them taken', ['08:00', '12:00'], ['09:00', '13:00'], ['12:00'], ['13:00']],
])(
  'takenBefore returns the times not to ask for today: %s',
  (_, before, after, taken, expected) => {
    expect(takenBefore(before, after, taken)).toEqual(expected);
  },
);
