import { minuteOfDay, timeOfMinute } from '#kit/shared/wall-time.ts';
import type { CalendarEvent } from './contract.ts';

type Timed = Pick<CalendarEvent, 'startTime' | 'endTime'>;

/** An event without an end counts as over this many minutes after its start. */
const WITHOUT_END_MINUTES = 60;

export interface DaySchedule<Event> {
  readonly wholeDay: readonly Event[];
  readonly past: readonly Event[];
  /** What is going on, and what comes. */
  readonly next: readonly Event[];
}

/** What occurs on a day, as it stands at a local time of it, HH:MM; each part by time. */
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

/** What of a day is still to be said: what has not ended, then what is for the whole of it. */
export function notYetOver<Event extends Timed>(events: readonly Event[], time: string): Event[] {
  const { wholeDay, next } = daySchedule(events, time);
  return [...next, ...wholeDay];
}

/** The local time at which a timed event is over; undefined where the day ends before it. */
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
