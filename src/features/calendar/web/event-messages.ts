import { addDays, formatWallTime, weekday } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import type { Recurrence } from '../domain/event-kinds.ts';
import { nextOccurrence } from '../domain/occurrences.ts';

export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The frequency at the end of a sentence. */
export const EVERY: Record<Recurrence, string> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
  yearly: 'every year',
};

export interface ListedEvent {
  readonly event: CalendarEvent;
  /** The date of the next occurrence; undefined if the event is past. */
  readonly next: string | undefined;
}

/** Returns the coming events by their next date, and the past ones, latest first. */
export function listed(events: readonly CalendarEvent[], today: string) {
  const all: ListedEvent[] = events.map((event) => ({ event, next: nextOccurrence(event, today) }));
  const coming = all.filter(({ next }) => next !== undefined).sort(byOrder);
  const past = all
    .filter(({ next }) => next === undefined)
    .sort((one, other) => byOrder(other, one));
  return { coming, past };
}

/** 'Today, 2:00 PM to 3:00 PM, every week', split at the permitted line breaks. */
export function whenMessage({ event, next }: ListedEvent, today: string): string[] {
  const { eventDate, recurringFrequency, recurringUntil } = event;
  const words = [dayMessage(next ?? eventDate, today), timeMessage(event)];
  if (recurringFrequency !== null) {
    const until = recurringUntil === null ? '' : ` until ${dayMessage(recurringUntil, today)}`;
    words.push(`${EVERY[recurringFrequency]}${until}`);
  }
  return words.map((part, at) => (at < words.length - 1 ? `${part}, ` : part));
}

/** 'Today', 'Tomorrow', 'Fri, Aug 15', in another year 'Fri, Aug 14, 2026'. */
export function dayMessage(date: string, today: string): string {
  if (date === today) return 'Today';
  if (date === addDays(today, 1)) return 'Tomorrow';
  const [year = '', month = '', day = ''] = date.split('-');
  const words = `${WEEKDAYS[weekday(date)]}, ${MONTHS[Number(month) - 1]} ${Number(day)}`;
  return today.startsWith(year) ? words : `${words}, ${year}`;
}

/** 'today', 'tomorrow', 'on Fri, Aug 15' */
export function onDay(date: string, today: string): string {
  const words = dayMessage(date, today);
  return /^To/.test(words) ? words.toLowerCase() : `on ${words}`;
}

function timeMessage({ startTime, endTime }: CalendarEvent): string {
  if (startTime === null) return 'all day';
  const start = formatWallTime(startTime);
  return endTime === null ? start : `${start} to ${formatWallTime(endTime)}`;
}

function byOrder(one: ListedEvent, other: ListedEvent): number {
  return orderOf(one).localeCompare(orderOf(other));
}

function orderOf({ event, next }: ListedEvent): string {
  const last = event.recurringUntil ?? event.eventDate;
  return `${next ?? last} ${event.startTime ?? ''} ${event.title} ${event.id}`;
}
