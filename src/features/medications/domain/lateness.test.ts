import { describe, expect, test } from 'vitest';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { lateness, popupCloses, popupOpens, snoozeEnd } from './lateness.ts';

const NOON = new Date('2026-03-08T12:00:00.000Z');
const past = (minutes: number, milliseconds = 0) =>
  new Date(NOON.getTime() + minutes * MINUTE_MS + milliseconds);

describe('lateness and its texts', () => {
  test.each([
    [-372, 0, 'upcoming', 372, 'Due in 372 minutes'],
    [-5, 0, 'upcoming', 5, 'Due in 5 minutes'],
    [-2, 1, 'upcoming', 2, 'Due in 2 minutes'],
    [-1, 0, 'upcoming', 1, 'Due in 1 minute'],
    [0, -1, 'upcoming', 1, 'Due in 1 minute'],
    [0, 0, 'on-time', 0, 'Time to take'],
    [15, 0, 'on-time', 15, 'Time to take'],
    [16, -1, 'on-time', 15, 'Time to take'],
    [16, 0, 'late', 16, '16 minutes late'],
    [60, 0, 'late', 60, '60 minutes late'],
    [60, 1, 'overdue', 60, 'Overdue'],
    [61, 0, 'overdue', 61, 'Overdue'],
  ])(
    'lateness %i minutes and %i ms after the scheduled time is %s',
    (minutes, ms, kind, counted, words) => {
      expect(lateness(NOON, past(minutes, ms))).toEqual({ kind, minutes: counted, words });
    },
  );
});

describe('popupOpens and popupCloses', () => {
  test('the pop-up opens 5 minutes before and closes just after 60 minutes past the scheduled time', () => {
    expect(popupOpens(NOON)).toEqual(past(-5));
    expect(popupCloses(NOON)).toEqual(past(60, 1));
  });
});

describe('snoozeEnd and the pop-up window', () => {
  test.each([
    [-5, 0, 10, 5],
    [0, 0, 10, 10],
    [49, 59_999, 10, 59],
    [50, 0, 10, undefined],
    [50, 0, 5, 55],
    [45, 0, 15, undefined],
    [60, 0, 5, undefined],
  ])(
    'the end of a snooze started %i minutes and %i ms after the time, for %i minutes',
    (minutes, ms, length, end) => {
      const at = past(minutes, ms);
      expect(snoozeEnd(NOON, at, length)).toBe(end && past(end, ms).getTime());
    },
  );
});
