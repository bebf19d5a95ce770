import { formatDate, formatDay, formatTime, localDate } from './zoned-time.ts';

/** Returns 'Aug 7, 2026, 8:04 AM'. */
export function momentMessage(instant: Date, timezone: string): string {
  return `${formatDate(instant, timezone)}, ${formatTime(instant, timezone)}`;
}

/** Returns '8:04 AM', or '8:04 AM on Tuesday, March 10' if `other` is on another day. */
export function timeMessage(instant: Date, other: Date, timezone: string): string {
  const isSameDay = localDate(instant, timezone) === localDate(other, timezone);
  return `${formatTime(instant, timezone)}${isSameDay ? '' : ` on ${formatDay(instant, timezone)}`}`;
}

/** Returns 'Thursday, August 14' for a local date. */
export function dayMessage(date: string): string {
  return formatDay(new Date(date), 'UTC');
}
