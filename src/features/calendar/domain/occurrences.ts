import { daysBetween } from '#platform/shared/wall-time.ts';
import { addDays } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../contract.ts';
import type { Recurrence } from './event-kinds.ts';

/** The fields that determine the dates of an event. */
export type Recurring = Pick<
  CalendarEvent,
  'eventDate' | 'recurringFrequency' | 'recurringUntil' | 'skippedDates'
>;

/** The distance between two occurrences. */
const STEPS: Record<Recurrence, { days: number } | { months: number }> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  yearly: { months: 12 },
};

export function occursOn(event: Recurring, date: string): boolean {
  return nextOccurrence(event, date) === date;
}

/** Returns the dates of the event between two local dates, both inclusive. */
export function occurrencesBetween(event: Recurring, from: string, to: string): string[] {
  const dates: string[] = [];
  for (const date of occurrencesFrom(event, from)) {
    if (date > to) break;
    dates.push(date);
  }
  return dates;
}

/** Returns the first date from `from`; undefined if there is none. */
export function nextOccurrence(event: Recurring, from: string): string | undefined {
  for (const date of occurrencesFrom(event, from)) return date;
  return undefined;
}

/** Yields the dates from `from`, in order and possibly without end: the caller must stop. */
function* occurrencesFrom(event: Recurring, from: string): Generator<string> {
  const skipped = new Set(event.skippedDates);
  for (const date of datesFrom(event, from)) {
    if (event.recurringUntil !== null && date > event.recurringUntil) return;
    if (!skipped.has(date)) yield date;
  }
}

/** Jumps directly to `from`, so that an old event costs no more than a new one. */
function* datesFrom(event: Recurring, from: string): Generator<string> {
  const { eventDate, recurringFrequency } = event;
  if (recurringFrequency === null) {
    if (eventDate >= from) yield eventDate;
    return;
  }
  const step = STEPS[recurringFrequency];
  if ('days' in step) {
    const passed = Math.ceil(Math.max(0, daysBetween(eventDate, from)) / step.days) * step.days;
    for (let days = passed; ; days += step.days) yield addDays(eventDate, days);
  }
  const passed = Math.floor(Math.max(0, monthsBetween(eventDate, from)) / step.months);
  for (let months = passed * step.months; ; months += step.months) {
    const date = addMonths(eventDate, months);
    if (date >= from) yield date;
  }
}

/** Adds months to a date. If that month is too short, returns its last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)));
  return moved.toISOString().slice(0, 10);
}

function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(to) - count(from);
}
