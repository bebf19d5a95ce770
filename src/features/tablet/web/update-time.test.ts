import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { mayTakeUpdate } from './update-time.ts';

/** 3 AM in New York. */
const AT_NIGHT = {
  now: new Date('2026-03-10T07:00:00Z'),
  timezone: 'America/New_York',
  path: '/',
  isSomethingOpen: false,
  idleMs: HOUR_MS,
};

describe('mayTakeUpdate decides when an update is applied', () => {
  it('an update is applied at night while the home screen is idle', () => {
    expect(mayTakeUpdate(AT_NIGHT)).toBe(true);
  });

  it.each([
    ['before 2 AM', { now: new Date('2026-03-10T05:59:59Z') }, false],
    ['at 2 AM', { now: new Date('2026-03-10T06:00:00Z') }, true],
    ['just before 5 AM', { now: new Date('2026-03-10T08:59:59Z') }, true],
    ['at 5 AM', { now: new Date('2026-03-10T09:00:00Z') }, false],
    ['in the afternoon', { now: new Date('2026-03-10T19:00:00Z') }, false],
    ['at 3 AM in New York with a household in another zone', { timezone: 'Asia/Tokyo' }, false],
    [
      'at 2 AM in the zone of that household',
      { now: new Date('2026-03-09T17:00:00Z'), timezone: 'Asia/Tokyo' },
      true,
    ],
    ['in the night when the clocks skip 2 AM', { now: new Date('2026-03-08T07:30:00Z') }, true],
    ['under a reminder', { isSomethingOpen: true }, false],
    ['on My Day', { path: '/my-day' }, false],
    ['while a video may be playing', { path: '/activity/watch' }, false],
    ['a minute after a touch', { idleMs: MINUTE_MS }, false],
    ['ten minutes after a touch', { idleMs: 10 * MINUTE_MS }, true],
  ])('mayTakeUpdate of a tablet %s', (_when, change, expected) => {
    expect(mayTakeUpdate({ ...AT_NIGHT, ...change })).toBe(expected);
  });
});
