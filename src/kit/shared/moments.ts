import { formatDate, formatDay, formatTime, localDate } from './zoned-time.ts';

/** 'Aug 7, 2026, 8:04 AM' */
export function momentMessage(instant: Date, timezone: string): string {
  return `${formatDate(instant, timezone)}, ${formatTime(instant, timezone)}`;
}

/** '8:04 AM', with its day where `other` is of another one: '8:04 AM on Tuesday, March 10'. */
export function timeMessage(instant: Date, other: Date, timezone: string): string {
  const isSameDay = localDate(instant, timezone) === localDate(other, timezone);
  return `${formatTime(instant, timezone)}${isSameDay ? '' : ` on ${formatDay(instant, timezone)}`}`;
}

/** 'Thursday, August 14', of a local date. */
export function dayMessage(date: string): string {
  return formatDay(new Date(date), 'UTC');
}
