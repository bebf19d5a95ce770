import { expect, it } from 'vitest';
import { notYetOver } from '#features/calendar/domain/day-schedule.ts';
import { localTime } from '#platform/shared/zoned-time.ts';
import { nextEventOf } from './next-event.ts';

const ROSE = 'rose';
const event = (title: string, startTime: string | null, endTime: string | null = null) => ({
  ...{ title, startTime, endTime, userId: null as string | null },
  occurrenceDate: '2026-03-10',
});
const DAY = [
  event('Birthday', null),
  event('Walk', '09:00', '10:00'),
  { ...event('Chess', '11:00'), userId: 'max' },
  event('Dr. Patel', '14:00'),
  event('Film', '23:30'),
];

const nextOf = (events: typeof DAY, now: Date, timezone: string) =>
  nextEventOf(notYetOver(events, localTime(now, timezone)), ROSE, timezone);

// New York is four hours behind UTC on that day.
it.each<[string, string, string | undefined]>([
  ['2026-03-10T12:00:00Z', 'Walk', '2026-03-10T14:00:00.000Z'],
  ['2026-03-10T13:59:59Z', 'Walk', '2026-03-10T14:00:00.000Z'],
  ['2026-03-10T14:00:00Z', 'Dr. Patel', '2026-03-10T19:00:00.000Z'],
  ['2026-03-10T19:00:00Z', 'Film', undefined],
])('at %s the next event is %s, until %s', (now, title, until) => {
  const next = nextOf(DAY, new Date(now), 'America/New_York');
  expect(next.event?.title).toBe(title);
  expect(next.until?.toISOString()).toBe(until);
});

it('an all-day event is shown if no other event follows, and null without any event', () => {
  const at = new Date('2026-03-10T12:00:00Z');
  expect(nextOf(DAY.slice(0, 1), at, 'UTC').event?.title).toBe('Birthday');
  expect(nextOf(DAY.slice(2, 3), at, 'UTC').event).toBeNull();
});
