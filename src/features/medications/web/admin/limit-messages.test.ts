import { expect, test } from 'vitest';
import { intervalMessage, limitsMessage, maxMessage } from './limit-messages.ts';

test.each([
  [null, 'No limit'],
  [45, 'At least 45 minutes'],
  [60, 'At least 1 hour'],
  [90, 'At least 1 hour 30 minutes'],
  [360, 'At least 6 hours'],
])('intervalMessage for %s minutes', (minutes, expected) => {
  expect(intervalMessage(minutes)).toBe(expected);
});

test('mostMessage formats the number of doses', () => {
  expect([null, 1, 4].map(maxMessage)).toEqual(['No limit', 'At most 1', 'At most 4']);
});

test.each([
  [null, null, undefined],
  [360, null, 'at least 6 hours apart'],
  [null, 4, 'at most 4 in 24 hours'],
  [61, 1, 'at least 1 hour 1 minute apart, at most 1 in 24 hours'],
])(
  'limitsMessage for %s minutes and %s doses',
  (shortestIntervalMinutes, mostIn24Hours, expected) => {
    expect(limitsMessage({ shortestIntervalMinutes, mostIn24Hours })).toBe(expected);
  },
);
