import type { CalendarEvent, EventChange, NewEvent } from '../contract.ts';
import { DEFAULT_END, DEFAULT_START, END_BEFORE_START, UNTIL_BEFORE_DATE } from './event-kinds.ts';

/**
 * An event with all fields. An all-day event has no times; an event that happens once has no
 * frequency, last day or skipped dates.
 */
export type CompleteEvent = Readonly<
  Omit<CalendarEvent, 'id' | 'version' | 'eventTime' | 'recurring' | 'occurrenceDate'>
>;

/** Returns a new event; missing fields get the default values of the form. */
export function completeEvent(given: NewEvent): CompleteEvent {
  return {
    title: given.title,
    description: given.description ?? '',
    eventDate: given.eventDate,
    eventType: given.eventType ?? 'appointment',
    userId: given.userId ?? null,
    ...timesOf(given, undefined),
    ...recurrenceOf(given, undefined),
  };
}

/** Returns an event after a change; missing fields keep their value if it still fits. */
export function changedEvent(present: CompleteEvent, change: EventChange): CompleteEvent {
  return {
    title: change.title ?? present.title,
    description: change.description ?? present.description,
    eventDate: change.eventDate ?? present.eventDate,
    eventType: change.eventType ?? present.eventType,
    userId: change.userId === undefined ? present.userId : change.userId,
    ...timesOf(change, present),
    ...recurrenceOf(change, present),
  };
}

/** Returns the errors that concern several fields, by field; empty if there are none. */
export function validateEvent(event: Omit<CompleteEvent, 'userId'>): Record<string, string> {
  const { startTime, endTime, eventDate, recurringUntil } = event;
  const wrong: Record<string, string> = {};
  if (startTime !== null && endTime !== null && endTime <= startTime) {
    wrong.endTime = END_BEFORE_START;
  }
  if (recurringUntil !== null && recurringUntil < eventDate) {
    wrong.recurringUntil = UNTIL_BEFORE_DATE;
  }
  return wrong;
}

type Times = Pick<CompleteEvent, 'startTime' | 'endTime' | 'allDay'>;

const WHOLE_DAY: Times = { startTime: null, endTime: null, allDay: true };

/**
 * Returns the times after a change. A start of null makes an all-day event; an undefined start
 * keeps the current or default time.
 */
function timesOf(change: EventChange, present: Times | undefined): Times {
  const start = change.startTime === undefined ? change.eventTime : change.startTime;
  if (change.allDay === true || (start === null && change.allDay !== false)) return WHOLE_DAY;
  const isTimed = change.allDay === false || typeof start === 'string';
  if (present?.allDay && !isTimed) return WHOLE_DAY;
  const startTime = start ?? present?.startTime ?? DEFAULT_START;
  const usualEnd = typeof start === 'string' ? null : DEFAULT_END;
  const keptEnd = present === undefined || present.allDay ? usualEnd : present.endTime;
  const endTime = change.endTime === undefined ? keptEnd : change.endTime;
  return { startTime, endTime, allDay: false };
}

type Recurring = Pick<CompleteEvent, 'recurringFrequency' | 'recurringUntil' | 'skippedDates'>;

function recurrenceOf(change: EventChange, present: Recurring | undefined): Recurring {
  const { recurring, recurringFrequency: frequency } = change;
  const wasRecurring = present !== undefined && present.recurringFrequency !== null;
  const isRecurring = recurring ?? (frequency === undefined ? wasRecurring : frequency !== null);
  if (!isRecurring) return { recurringFrequency: null, recurringUntil: null, skippedDates: [] };
  const until = change.recurringUntil;
  return {
    recurringFrequency: frequency ?? present?.recurringFrequency ?? 'weekly',
    recurringUntil: until === undefined ? (present?.recurringUntil ?? null) : until,
    skippedDates: change.skippedDates ?? present?.skippedDates ?? [],
  };
}
