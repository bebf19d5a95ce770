import type { CalendarEvent } from '#features/calendar/contract.ts';
import { notYetOver, overAt } from '#features/calendar/day-schedule.ts';
import { instantOf, localTime } from '#kit/shared/zoned-time.ts';

type Event = Pick<CalendarEvent, 'title' | 'startTime' | 'endTime' | 'userId' | 'occurrenceDate'>;

/** What of a person's day goes on or comes next, and until when that is so. */
export function nextEventOf(
  events: readonly Event[],
  personId: string,
  now: Date,
  timezone: string,
): {
  readonly event: Pick<Event, 'title' | 'startTime' | 'endTime'> | null;
  readonly until?: Date;
} {
  const theirs = events.filter(({ userId }) => userId === null || userId === personId);
  const [next] = notYetOver(theirs, localTime(now, timezone));
  if (next === undefined) return { event: null };
  const { title, startTime, endTime } = next;
  const event = { title, startTime, endTime };
  const over = overAt(next);
  if (over === undefined) return { event };
  return { event, until: instantOf(next.occurrenceDate, over, timezone) };
}
