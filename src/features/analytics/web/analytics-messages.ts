import { addDays, formatDate, formatTime, localDate } from '#platform/shared/zoned-time.ts';
import type { Analytics } from '../contract.ts';

type Recent = Analytics['recentActivity'][number];

export const NO_DATA = 'No data yet';

/** Number of views at which a bar is full. */
const FULL_BAR_VIEWS = 50;

/** Durations that a full bar can represent, in minutes; the last is a week. */
const FULL_BARS = [30, 60, 120, 240, 480, 720, 1440, 2880, 5760, 10_080];

const OPENED: Record<Recent['activity'], { thing: string; screen: string }> = {
  watch: { thing: 'Watched', screen: 'Opened Watch' },
  listen: { thing: 'Played', screen: 'Opened Listen' },
  read: { thing: 'Read', screen: 'Opened Read' },
  photos: { thing: 'Looked at', screen: 'Looked at photos' },
  call: { thing: 'Called', screen: 'Opened the video call' },
  myday: { thing: 'Looked at', screen: 'Looked at My Day' },
};

/** Example: 'Watched Birds of the Garden'. */
export function recentMessage({ activity, title }: Recent): string {
  const { thing, screen } = OPENED[activity];
  return title === null ? screen : `${thing} ${title}`;
}

/** Example: '10:12 AM' today, 'Yesterday', 'Mar 3' this year, otherwise 'Mar 3, 2025'. */
export function whenMessage(at: string, now: Date, timezone: string): string {
  const instant = new Date(at);
  const day = localDate(instant, timezone);
  const today = localDate(now, timezone);
  if (day === today) return formatTime(instant, timezone);
  if (day === addDays(today, -1)) return 'Yesterday';
  const date = formatDate(instant, timezone);
  return day.slice(0, 4) === today.slice(0, 4) ? date.replace(/,.*/, '') : date;
}

/** Example: '1,234'. */
export function numberMessage(value: number): string {
  return value.toLocaleString('en-US');
}

/** Example: '21 views', '1 play'. */
export function countMessage(count: number, one: 'view' | 'play'): string {
  return `${numberMessage(count)} ${one}${count === 1 ? '' : 's'}`;
}

/** Rounds to whole minutes; less than one minute is 'under 1', because it is not zero. */
export function minutesNumber(minutes: number): string {
  return minutes > 0 && minutes < 1 ? 'under 1' : numberMessage(Math.round(minutes));
}

/** Returns the filled part of the bar, from 0 to 1; it is full at `FULL_BAR_VIEWS`. */
export function usageShare(views: number): number {
  return Math.min(1, views / FULL_BAR_VIEWS);
}

/** Returns the smallest scale, in minutes, that fits the longest bar. */
export function fullBarOf(minutes: readonly number[]): number {
  const longest = Math.max(0, ...minutes);
  return FULL_BARS.find((full) => full >= longest) ?? longest;
}

/** Example: 'half an hour', '1 hour', '4 hours'. */
export function fullBarMessage(minutes: number): string {
  if (minutes === 30) return 'half an hour';
  const hours = Math.round(minutes / 60);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

/** Example: '15 min', '4 h'. */
export function scaleMessage(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}
