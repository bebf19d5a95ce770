import { formatTime, isTimezone, localDate, localTime } from '#kit/shared/zoned-time.ts';

/** One zone as it is offered: its IANA name and what people call it. */
export interface ZoneChoice {
  readonly zone: string;
  readonly label: string;
}

/** Those that are offered first. */
const FIRST: readonly ZoneChoice[] = [
  { zone: 'America/New_York', label: 'Eastern Time (New York)' },
  { zone: 'America/Chicago', label: 'Central Time (Chicago)' },
  { zone: 'America/Denver', label: 'Mountain Time (Denver)' },
  { zone: 'America/Los_Angeles', label: 'Pacific Time (Los Angeles)' },
  { zone: 'America/Anchorage', label: 'Alaska Time (Anchorage)' },
  { zone: 'Pacific/Honolulu', label: 'Hawaii Time (Honolulu)' },
  { zone: 'America/Phoenix', label: 'Arizona, MST (Phoenix)' },
  { zone: 'UTC', label: 'UTC' },
];

/** The usual eight, then all that are known by name; the stored one is there whatever it is. */
export function zoneChoices(known: readonly string[], stored: string): ZoneChoice[] {
  const first = new Set(FIRST.map(({ zone }) => zone));
  const others = [...new Set([...known, stored])].filter((zone) => !first.has(zone));
  const named = others.map((zone) => ({ zone, label: zoneLabel(zone) }));
  return [...FIRST, ...named.sort((one, other) => (one.label < other.label ? -1 : 1))];
}

/** 'Europe/Isle_of_Man' becomes 'Isle of Man (Europe)'. */
export function zoneLabel(zone: string): string {
  const words = zone.replaceAll('_', ' ').split('/');
  const place = words.pop() ?? zone;
  return words.length === 0 ? place : `${place} (${words.join(', ')})`;
}

/** 'Pacific time', 'India Standard time': what the clocks there go by. */
export function zoneName(zone: string): string {
  // A browser may be older than the zone.
  if (!isTimezone(zone)) return zoneLabel(zone);
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // Of a zone without a name of its own, a number says less than its place.
  return /^(GMT|UTC)./.test(name) ? zoneLabel(zone) : name.replace(/ Time$/, ' time');
}

/** Which clock the times follow that are typed beside it. */
export function zoneMessage(zone: string, now: Date): string {
  return `Times are in ${zoneName(zone)}, now ${formatTime(now, zone)}.`;
}

/**
 * Whether the clocks of two zones show the same at that instant. A first zone that is unknown here cannot
 * be compared and counts as the same.
 */
export function showTheSame(one: string, other: string, now: Date): boolean {
  if (!isTimezone(one)) return true;
  const clock = (zone: string) => `${localDate(now, zone)} ${localTime(now, zone)}`;
  return clock(one) === clock(other);
}

/** Whether each word that was typed begins a word of the text; accents and signs do not count. */
export function fitsTyped(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{Mark}/gu, '');
  return plain.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
