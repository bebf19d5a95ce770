/**
 * Wall-clock time of a timezone. Local dates are `YYYY-MM-DD`, local times `HH:MM`; nothing here
 * knows the zone of the machine it runs on.
 */

import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night';

/**
 * The offsets of a zone, earliest first: rows of an instant in milliseconds and the minutes ahead of UTC
 * from then on. The last row is the end of what is known and repeats the offset before it.
 */
export type ZoneOffsets = readonly (readonly [at: number, minutes: number])[];

/** How a local time is written. */
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

/** Whether `name` is a zone of the IANA database that this machine knows. */
export function isTimezone(name: string): boolean {
  // Some engines also take bare offsets; a household lives in a place.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    formatterOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The calendar date, `YYYY-MM-DD`, that a wall calendar in the zone shows at that instant. */
export function localDate(instant: Date, timezone: string): string {
  return dateOfDay(Math.floor(wallClock(instant.getTime(), timezone) / DAY_MS));
}

/** The time, `HH:MM`, that a wall clock in the zone shows at that instant. */
export function localTime(instant: Date, timezone: string): string {
  return new Date(wallClock(instant.getTime(), timezone)).toISOString().slice(11, 16);
}

/**
 * The instant at which the zone's clocks show that date and time. A time that the clocks jump over
 * is moved forward by the gap; of a time that they show twice it is the first.
 */
export function instantOf(date: string, time: string, timezone: string): Date {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return new Date(instantShown(startOfDate(date) + minutes * MINUTE_MS, timezone));
}

/** The date `days` later, or earlier when negative. */
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

/** '2:00 PM' */
export function formatTime(instant: Date, timezone: string): string {
  return formatWallTime(localTime(instant, timezone));
}

/** '14:00' becomes '2:00 PM'. */
export function formatWallTime(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3, 5)} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** 'Thursday, August 14' */
export function formatDay(instant: Date, timezone: string): string {
  const { weekdayName, monthAndDay } = dayNames(instant, timezone);
  return `${weekdayName}, ${monthAndDay}`;
}

/** 'Aug 14, 2026' */
export function formatDate(instant: Date, timezone: string): string {
  const date = localDate(instant, timezone);
  const month = MONTHS[Number(date.slice(5, 7)) - 1]?.slice(0, 3);
  return `${month} ${Number(date.slice(8, 10))}, ${date.slice(0, 4)}`;
}

/** 'Thursday, August 14, 2025' */
export function formatFullDay(instant: Date, timezone: string): string {
  return `${formatDay(instant, timezone)}, ${localDate(instant, timezone).slice(0, 4)}`;
}

/** 'Thursday morning, August 14': naming the part of the day helps orientation. */
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

/** 'August 14', of a date that begins with YYYY-MM-DD. */
export function formatMonthDay(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${Number(date.slice(8, 10))}`;
}

/** 'August 2026', of a date or month that begins with YYYY-MM. */
export function formatMonth(date: string): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
}

/** What the zone's clocks show, as if it were UTC, in milliseconds. */
function wallClock(instant: number, timezone: string): number {
  return instant + offsetAt(instant, timezone);
}

/** What a list of times, and many households of one zone, ask for again and again. */
const MOST_KEPT = 20_000;

/** A memo of what follows from a key; a full one begins anew. */
function memo<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, made);
    return made;
  };
}

/** The same of a moment in a zone. */
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
    if (kept >= MOST_KEPT) clear();
    const ofZone = zones.get(timezone) ?? new Map<number, number>();
    zones.set(timezone, ofZone.set(moment, made));
    kept += 1;
    return made;
  };
  return Object.assign(read, { clear });
}

/** Days since 1970-01-01. */
const dateOfDay = memo((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));
const startOfDate = memo((date: string) => Date.parse(date));

/** The instant at which the zone's clocks show what is given as if it were UTC, both in milliseconds. */
const instantShown = memoByZone((wall, timezone) => {
  const before = offsetAt(wall - DAY_MS, timezone);
  const after = offsetAt(wall + DAY_MS, timezone);
  const first = wall - before;
  if (before === after || offsetAt(first, timezone) === before) return first;
  const second = wall - after;
  // In a gap neither holds, and the offset before it moves the time forward by the gap.
  return offsetAt(second, timezone) === after ? second : first;
});

const offsetOfSecond = memoByZone(readOffset);

function offsetAt(instant: number, timezone: string): number {
  // Whole seconds: the format shows no smaller part.
  return offsetOfSecond(Math.floor(instant / SECOND_MS) * SECOND_MS, timezone);
}

const registered = new Map<string, ZoneOffsets>();
let showsUnknownInUtc = false;

/** Uses these offsets of the zone from now on, instead of this machine's own data. */
export function registerOffsets(timezone: string, offsets: ZoneOffsets): void {
  if (registered.get(timezone) === offsets || offsets.length === 0) return;
  registered.set(timezone, offsets);
  offsetOfSecond.clear();
  instantShown.clear();
}

/** Whether times of the zone can be shown here as they are there. */
export function canShowZone(timezone: string): boolean {
  return registered.has(timezone) || isTimezone(timezone);
}

/** A zone that is unknown here and not registered is shown in UTC; without this call it throws. */
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

/** The offset by this machine's own data, in milliseconds; throws a RangeError for an unknown zone. */
export function readOwnOffset(shown: number, timezone: string): number {
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = (
    formatterOf(timezone).format(shown).match(/\d+/g) ?? []
  ).map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second) - shown;
}

/** There are about 600 names; this bounds what other spellings of them could fill. */
const MOST_FORMATTERS = 1000;
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone);
  if (known) return known;
  // Making one costs a hundred times what using it does.
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
  if (formatters.size >= MOST_FORMATTERS) formatters.clear();
  formatters.set(timezone, formatter);
  return formatter;
}
