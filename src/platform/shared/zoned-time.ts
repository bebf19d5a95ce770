/**
 * Wall-clock time of a time zone. Local dates are `YYYY-MM-DD`, local times `HH:MM`. No function
 * here uses the zone of the machine it runs on.
 */

import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/**
 * The offsets of a zone as rows, earliest first: an instant in milliseconds, and the minutes ahead
 * of UTC from that instant on. The last row is the end of the known period and repeats the previous
 * offset.
 */
export type ZoneOffsets = readonly (readonly [at: number, minutes: number])[];

/** Matches a local time, HH:MM. */
export const WALL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** True if `name` is a zone of the IANA database that this machine knows. */
export function isTimezone(name: string): boolean {
  // Some engines accept bare offsets as well, but a household needs a zone with daylight saving
  // rules.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Returns the calendar date, `YYYY-MM-DD`, in the zone at that instant. */
export function localDate(instant: Date, timezone: string): string {
  return dateOfDay(Math.floor(wallClock(instant.getTime(), timezone) / DAY_MS));
}

/** Returns the local time, `HH:MM`, in the zone at that instant. */
export function localTime(instant: Date, timezone: string): string {
  return new Date(wallClock(instant.getTime(), timezone)).toISOString().slice(11, 16);
}

/**
 * Returns the instant at which the zone's clocks show this date and time. A local time that a clock
 * change skips is moved forward by the gap. Of a local time that occurs twice, the first instant is
 * returned.
 */
export function instantOf(date: string, time: string, timezone: string): Date {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return new Date(instantShown(startOfDate(date) + minutes * MINUTE_MS, timezone));
}

/** Returns the date `days` later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  return dateOfDay(Math.floor(startOfDate(date) / DAY_MS) + days);
}

/** 0 is Sunday, 6 is Saturday. */
export function weekday(date: string): number {
  return new Date(date).getUTCDay();
}

/** Morning from 5, afternoon from 12, evening from 17, night from 21. */
export function partOfDay(time: string): PartOfDay {
  const hour = Number(time.slice(0, 2));
  if (hour < 5 || hour >= 21) return 'night';
  if (hour < 12) return 'morning';
  return hour < 17 ? 'afternoon' : 'evening';
}

/** Returns the local time, such as '2:00 PM'. */
export function formatTime(instant: Date, timezone: string): string {
  return formatWallTime(localTime(instant, timezone));
}

/** Converts '14:00' to '2:00 PM'. */
export function formatWallTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns the local day, such as 'Thursday, August 14'. */
export function formatDay(instant: Date, timezone: string): string {
  const { weekdayName, monthAndDay } = dayNames(instant, timezone);
  return `${weekdayName}, ${monthAndDay}`;
}

/** Returns the local date, such as 'Aug 14, 2026'. */
export function formatDate(instant: Date, timezone: string): string {
  const date = localDate(instant, timezone);
  const month = MONTHS[Number(date.slice(5, 7)) - 1]?.slice(0, 3);
  return `${month} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;
}

/** Returns the local day with its year, such as 'Thursday, August 14, 2025'. */
export function formatFullDay(instant: Date, timezone: string): string {
  return `${formatDay(instant, timezone)}, ${localDate(instant, timezone).slice(0, 4)}`;
}

/** Returns 'Thursday morning, August 14'; the part of the day helps users with orientation. */
export function formatDayAndPart(instant: Date, timezone: string): string {
  const { weekdayName, monthAndDay } = dayNames(instant, timezone);
  return `${weekdayName} ${partOfDay(localTime(instant, timezone))}, ${monthAndDay}`;
}

function dayNames(instant: Date, timezone: string) {
  const date = localDate(instant, timezone);
  return {
    weekdayName: WEEKDAYS[weekday(date)],
    monthAndDay: formatMonthDay(date),
  };
}

/** Returns 'August 14' for a date that begins with YYYY-MM-DD. */
export function formatMonthDay(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`;
}

/** Returns 'August 2026' for a date or month that begins with YYYY-MM. */
export function formatMonth(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** Returns the zone's local time as if it were UTC, in milliseconds. */
function wallClock(instant: number, timezone: string): number {
  return instant + offsetAt(instant, timezone);
}

/** Maximum number of memoized values; enough for a list of times or many households of one zone. */
const MAX_STORED = 20_000;

/** Memoizes a function; the cache is cleared when it is full. */
function memo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size >= MAX_STORED) known.clear();
    known.set(key, made);
    return made;
  };
}

function memoByZone(make: (moment: number, timezone: string) => number) {
  const zones = new Map<string, Map<number, number>>();
  let kept = 0;
  const clear = () => {
    zones.clear();
    kept = 0;
  };
  const read = (moment: number, timezone: string): number => {
    const before = zones.get(timezone)?.get(moment);
    if (before !== undefined) return before;
    const made = make(moment, timezone);
    if (kept >= MAX_STORED) clear();
    const ofZone = zones.get(timezone) ?? new Map<number, number>();
    zones.set(timezone, ofZone.set(moment, made));
    kept += 1;
    return made;
  };
  return Object.assign(read, { clear });
}

/** The key is the number of days since 1970-01-01. */
const dateOfDay = memo((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const startOfDate = memo((date: string) => Date.parse(date));

/**
 * Returns the instant at which the zone's clocks show the given time, which is passed as if it were
 * UTC; both in milliseconds.
 */
const instantShown = memoByZone((wall, timezone) => {
  const before = offsetAt(wall - DAY_MS, timezone);
  const after = offsetAt(wall + DAY_MS, timezone);
  const first = wall - before;
  if (before === after || offsetAt(first, timezone) === before) return first;
  const second = wall - after;
  // In the gap of a clock change neither offset is valid. With the offset before the change, the
  // time moves forward by the gap.
  return offsetAt(second, timezone) === after ? second : first;
});

const offsetOfSecond = memoByZone(readOffset);

function offsetAt(instant: number, timezone: string): number {
  // The offset is looked up for whole seconds, because the format has no smaller unit.
  return offsetOfSecond(Math.floor(instant / SECOND_MS) * SECOND_MS, timezone);
}

const registered = new Map<string, ZoneOffsets>();
let showsUnknownInUtc = false;

/** Uses these offsets for the zone instead of this machine's data. */
export function registerOffsets(timezone: string, offsets: ZoneOffsets): void {
  if (registered.get(timezone) === offsets || offsets.length === 0) return;
  registered.set(timezone, offsets);
  offsetOfSecond.clear();
  instantShown.clear();
}

/** True if local times of the zone can be shown correctly here. */
export function canShowZone(timezone: string): boolean {
  return registered.has(timezone) || isTimezone(timezone);
}

/** Shows unknown zones without registered offsets in UTC; without this call they throw. */
export function showUnknownZonesInUtc(): void {
  showsUnknownInUtc = true;
}

function readOffset(instant: number, timezone: string): number {
  const offsets = registered.get(timezone) ?? [];
  const row = offsets.findLastIndex(([at]) => at <= instant);
  const nearest = (offsets[row] ?? offsets[0])?.[1];
  const isCovered = row >= 0 && row < offsets.length - 1;
  if (!isCovered) {
    try {
      return readOwnOffset(instant, timezone);
    } catch (error) {
      if (nearest === undefined && !showsUnknownInUtc) throw error;
    }
  }
  return (nearest ?? 0) * MINUTE_MS;
}

/**
 * Returns the offset from this machine's data, in milliseconds; throws a RangeError for an unknown
 * zone.
 */
export function readOwnOffset(shown: number, timezone: string): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    formatterOf(timezone).format(shown).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - shown;
}

/**
 * Maximum number of cached formatters. There are about 600 zone names, but clients could send other
 * spellings without limit.
 */
const MAX_FORMATTERS = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  // Cached, because creating a formatter costs a hundred times as much as using it.
  const formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(timezone, formatter);
  return formatter;
}
