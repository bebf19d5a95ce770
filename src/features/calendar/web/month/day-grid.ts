import { groupBy } from '#platform/shared/group-by.ts';
import { weeksUntil } from '#platform/shared/weeks.ts';
import { addDays, formatDay, formatMonthDay, weekday } from '#platform/shared/zoned-time.ts';
import type { CalendarEvent } from '../../contract.ts';
import { addMonths } from '../../domain/occurrences.ts';

/** Returns the seven dates of the week of a local date, from Sunday. */
export function weekOf(date: string): string[] {
  return weeksUntil(date, 1).flatMap((sunday) =>
    Array.from({ length: 7 }, (_, day) => addDays(sunday, day)),
  );
}

/** Returns the weeks of a month, including days of adjacent months. */
export function weeksOfMonth(date: string): string[][] {
  const month = date.slice(0, 7);
  const weeks: string[][] = [];
  for (let week = weekOf(`${month}-01`); week[0] !== undefined && week[0] < `${month}-32`; ) {
    weeks.push(week);
    week = weekOf(addDays(week[0], 7));
  }
  return weeks;
}

/** Returns the date that a key selects from a day (roving tabindex); undefined for other keys. */
export function dateOfKey(date: string, key: string): string | undefined {
  const day = weekday(date);
  switch (key) {
    case 'ArrowLeft':
      return addDays(date, -1);
    case 'ArrowRight':
      return addDays(date, 1);
    case 'ArrowUp':
      return addDays(date, -7);
    case 'ArrowDown':
      return addDays(date, 7);
    case 'Home':
      return addDays(date, -day);
    case 'End':
      return addDays(date, 6 - day);
    case 'PageUp':
      return addMonths(date, -1);
    case 'PageDown':
      return addMonths(date, 1);
    default:
      return undefined;
  }
}

/** Groups occurrences by day, all-day events first, then by time. */
export function byDay(occurrences: readonly CalendarEvent[]): Map<string, CalendarEvent[]> {
  return groupBy([...occurrences].sort(byTime), ({ eventDate }) => eventDate);
}

function byTime(one: CalendarEvent, other: CalendarEvent): number {
  return orderOf(one).localeCompare(orderOf(other));
}

function orderOf({ startTime, title, id }: CalendarEvent): string {
  return `${startTime ?? ''} ${title} ${id}`;
}

/** '2 events', '1 event', 'no events' */
export function countMessage(count: number): string {
  if (count === 0) return 'no events';
  return count === 1 ? '1 event' : `${count} events`;
}

/** 'Tuesday, March 10' */
export function dayName(date: string): string {
  return formatDay(new Date(date), 'UTC');
}

/** 'March 8 to March 14, 2026' */
export function weekName(week: readonly string[]): string {
  const [first = ''] = week;
  const last = week.at(-1) ?? first;
  const year = first.slice(0, 4) === last.slice(0, 4) ? '' : `, ${first.slice(0, 4)}`;
  return `${formatMonthDay(first)}${year} to ${formatMonthDay(last)}, ${last.slice(0, 4)}`;
}
