import { describe, expect, it } from 'vitest';
import {
  countMessage,
  fullBarMessage,
  fullBarOf,
  minutesNumber,
  recentMessage,
  usageShare,
  whenMessage,
} from './analytics-messages.ts';

describe('recentMessage and whenMessage', () => {
  it.each([
    ['watch', 'Birds of the Garden', 'Watched Birds of the Garden'],
    ['listen', 'Frank Sinatra favourites', 'Played Frank Sinatra favourites'],
    ['read', 'Gardening in late summer', 'Read Gardening in late summer'],
    ['watch', null, 'Opened Watch'],
    ['photos', null, 'Looked at photos'],
    ['call', null, 'Opened the video call'],
    ['myday', null, 'Looked at My Day'],
  ] as const)("recent activity '%s' with title %s is described", (activity, title, words) => {
    expect(recentMessage({ id: '1', activity, title, at: '2026-03-10T14:12:00.000Z' })).toBe(words);
  });

  it.each([
    ['2026-03-10T14:12:00.000Z', '10:12 AM'],
    ['2026-03-10T04:00:00.000Z', '12:00 AM'],
    ['2026-03-10T03:59:00.000Z', 'Yesterday'],
    ['2026-03-09T03:59:00.000Z', 'Mar 8'],
    ['2025-12-31T14:12:00.000Z', 'Dec 31, 2025'],
  ])('%s, seen on March 10 in New York, reads %s', (at, words) => {
    expect(whenMessage(at, new Date('2026-03-10T20:00:00Z'), 'America/New_York')).toBe(words);
  });
});

it('a count of one is singular', () => {
  expect([0, 1, 1234].map((count) => countMessage(count, 'view'))).toEqual([
    '0 views',
    '1 view',
    '1,234 views',
  ]);
});

it('less than a minute is not shown as zero', () => {
  expect([0, 0.1, 0.9, 1, 1.5, 41].map(minutesNumber)).toEqual([
    '0',
    'under 1',
    'under 1',
    '1',
    '2',
    '41',
  ]);
});

it('a usage bar is the view count times 2, capped at 100%', () => {
  expect([0, 1, 21, 50, 51, 5000].map(usageShare)).toEqual([0, 0.02, 0.42, 1, 1, 1]);
});

it.each([
  [[], 'half an hour'],
  [[30, 0.1], 'half an hour'],
  [[41, 28], '1 hour'],
  [[239], '4 hours'],
  [[1441], '48 hours'],
])('a full bar for %j is %s', (minutes, words) => {
  const full = fullBarOf(minutes);
  expect(fullBarMessage(full)).toBe(words);
  expect(full).toBeGreaterThanOrEqual(Math.max(0, ...minutes));
});
