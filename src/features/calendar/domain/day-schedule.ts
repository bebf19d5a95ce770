import { minuteOfDay, timeOfMinute } from '#platform/shared/wall-time.ts';
import type { CalendarEvent } from '../contract.ts';

type Timed = Pick<CalendarEvent, 'startTime' | 'endTime'>;

/** An event without an end is past this many minutes after its start. */
const WITHOUT_END_MINUTES = 60;

export interface DaySchedule<Event> {
  readonly wholeDay: readonly Event[];
  readonly past: readonly Event[];
  /** Current and later events. */
  readonly next: readonly Event[];
}

/** Splits the events of a day at a local time (HH:MM); each list is sorted by time. */
export function daySchedule<Event extends Timed>(
  events: readonly Event[],
  time: string,
): DaySchedule<Event> {
  const timed = events
    .filter(({ startTime }) => startTime !== null)
    .sort((one, other) => startOf(one).localeCompare(startOf(other)));
  return {
    wholeDay: events.filter(({ startTime }) => startTime === null),
    past: timed.filter((event) => minuteOfDay(time) >= endOf(event)),
    next: timed.filter((event) => minuteOfDay(time) < endOf(event)),
  };
}

/** Returns the events that are not past: timed ones first, then all-day ones. */
export function notYetOver<Event extends Timed>(events: readonly Event[], time: string): Event[] {
  const { wholeDay, next } = daySchedule(events, time);
  return [...next, ...wholeDay];
}

/** Returns the local time at which a timed event ends; undefined if the day ends before it. */
export function overAt(event: Timed): string | undefined {
  const end = endOf(event);
  return event.startTime === null || end >= 24 * 60 ? undefined : timeOfMinute(end);
}

function startOf({ startTime }: Timed): string {
  return startTime ?? '';
}

function endOf(event: Timed): number {
  if (event.endTime !== null) return minuteOfDay(event.endTime);
  return minuteOfDay(startOf(event)) + WITHOUT_END_MINUTES;
}
