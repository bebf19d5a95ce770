import type { CalendarEvent } from '#features/calendar/contract.ts';
import { overAt } from '#features/calendar/domain/day-schedule.ts';
import { instantOf } from '#platform/shared/zoned-time.ts';

type Event = Pick<CalendarEvent, 'title' | 'startTime' | 'endTime' | 'userId' | 'occurrenceDate'>;

/**
 * Returns a person's present or next event, and until when it stays the next one. `ahead` comes
 * from `notYetOver`.
 */
export function nextEventOf(
  ahead: readonly Event[],
  personId: string,
  timezone: string,
): {
  readonly event: Pick<Event, 'title' | 'startTime' | 'endTime'> | null;
  readonly until?: Date;
} {
  const next = ahead.find(({ userId }) => userId === null || userId === personId);
  if (next === undefined) return { event: null };
  const { title, startTime, endTime } = next;
  const event = { title, startTime, endTime };
  const over = overAt(next);
  if (over === undefined) return { event };
  return { event, until: instantOf(next.occurrenceDate, over, timezone) };
}
