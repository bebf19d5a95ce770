import { describe, expect, it } from 'vitest';
import {
  activeDaysThisWeek,
  activityOf,
  averageSessionTime,
  engagementRate,
  viewsOf,
  weeksOfUse,
} from './figures.ts';

const total = (activity: string, views: number, sessions = 0, seconds = 0) => ({
  activity,
  views,
  sessions,
  seconds,
});

describe('viewsOf the daily totals', () => {
  it('views of videos, playlists and articles are counted', () => {
    expect(viewsOf([total('watch', 21), total('listen', 34), total('photos', 7)])).toEqual({
      totalContentViews: 55,
      videoViews: 21,
      musicViews: 34,
      readingViews: 0,
    });
  });

  it('all views are zero without totals', () => {
    const none = { totalContentViews: 0, videoViews: 0, musicViews: 0, readingViews: 0 };
    expect(viewsOf([])).toEqual(none);
  });
});

it.each([
  ['no visits', [], 0],
  ['visits that have not ended', [total('watch', 3)], 0],
  ['one visit of 90 seconds', [total('watch', 1, 1, 90)], 1.5],
  ['visits of every kind', [total('watch', 1, 1, 600), total('myday', 0, 3, 120)], 3],
  ['two seconds', [total('watch', 1, 1, 2)], 0.1],
])('the average session of %s', (_name, totals, minutes) => {
  expect(averageSessionTime(totals)).toBe(minutes);
});

it('a day lists its used sections in order, with all other activities as one section', () => {
  const counts = {
    visits: 1,
    openings: 0,
    openingSeconds: 0,
    endedVisits: 1,
    endedOpenings: 0,
  };
  const day = [
    { ...counts, activity: 'photos', visitSeconds: 120 },
    { ...counts, activity: 'read', visitSeconds: 0 },
    { ...counts, activity: 'myday', visitSeconds: 60 },
    { ...counts, activity: 'watch', visitSeconds: 2460 },
  ];
  expect(activityOf(day)).toEqual([
    { activity: 'watch', totalDuration: 41 },
    { activity: 'read', totalDuration: 0 },
    { activity: 'other', totalDuration: 3 },
  ]);
  expect(activityOf([])).toEqual([]);
});

/** A Tuesday. */
const TODAY = '2026-03-10';

it.each([
  ['never', [], 0],
  ['today', [TODAY], 3],
  ['on the first of the 30 days', ['2026-02-09'], 3],
  ['before the 30 days', ['2026-02-08'], 0],
  ['on fifteen of the 30 days', Array.from({ length: 15 }, (_, day) => `2026-02-${10 + day}`), 50],
  ['on a future day', ['2026-03-11'], 0],
])('engagement rate of a household that was active %s', (_name, days, percent) => {
  expect(engagementRate(days, TODAY)).toBe(percent);
});

it.each([
  ['on the Saturday before', ['2026-03-07'], TODAY, 0],
  ['since Sunday', ['2026-03-08', '2026-03-09', TODAY], TODAY, 3],
  ['on a Sunday that is today', ['2026-03-07', '2026-03-08'], '2026-03-08', 1],
  ['twice on a day', [TODAY, TODAY], TODAY, 1],
])('active days this week of a household that was active %s', (_name, days, today, expected) => {
  expect(activeDaysThisWeek(days, today)).toBe(expected);
});

it('weeks from Sunday to Saturday have minutes and active days, and future days are ignored', () => {
  const counts = { visits: 1, openings: 0, openingSeconds: 0, endedVisits: 1, endedOpenings: 0 };
  const used = (day: string, visitSeconds: number) => ({ ...counts, day, visitSeconds });
  const weeks = weeksOfUse(
    [
      used('2026-01-17', 6000),
      used('2026-01-18', 600),
      used('2026-03-07', 60),
      used('2026-03-08', 90),
      used(TODAY, 30),
      used(TODAY, 60),
      used('2026-03-11', 6000),
    ],
    TODAY,
  );
  expect(weeks).toHaveLength(8);
  expect(weeks[0]).toEqual({ week: '2026-01-18', minutes: 10, activeDays: 1 });
  expect(weeks[1]).toEqual({ week: '2026-01-25', minutes: 0, activeDays: 0 });
  expect(weeks[6]).toEqual({ week: '2026-03-01', minutes: 1, activeDays: 1 });
  expect(weeks[7]).toEqual({ week: '2026-03-08', minutes: 3, activeDays: 2 });
});
