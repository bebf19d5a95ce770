import { formatTime, isTimezone, localDate, localTime } from '#platform/shared/zoned-time.ts';

/** A time zone of the list: its IANA name and its label. */
export interface ZoneChoice {
  readonly zone: string;
  readonly label: string;
}

/** The first entries of the list. */
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

/** Returns eight common zones, then all known ones by label, including the stored one. */
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

/** Returns the generic name of the zone's time: 'Pacific time', 'India Standard time'. */
export function zoneName(zone: string): string {
  // An old browser may not know the zone.
  if (!isTimezone(zone)) return zoneLabel(zone);
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' });
  const name = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  // If the zone has no name and the browser returns an offset, the place is clearer.
  return /^(GMT|UTC)./.test(name) ? zoneLabel(zone) : name.replace(/ Time$/, ' time');
}

/** Names the time zone of the times in a form. */
export function zoneMessage(zone: string, now: Date): string {
  return `Times are in ${zoneName(zone)}, now ${formatTime(now, zone)}.`;
}

/**
 * True if the clocks of two zones show the same time at that instant. If this browser does not know
 * the first zone, they count as the same.
 */
export function showTheSame(one: string, other: string, now: Date): boolean {
  if (!isTimezone(one)) return true;
  const clock = (zone: string) => `${localDate(now, zone)} ${localTime(now, zone)}`;
  return clock(one) === clock(other);
}

/**
 * True if each typed word is the beginning of a word in the text; accents and punctuation are
 * ignored.
 */
export function fitsTyped(text: string, typed: string): boolean {
  const words = wordsOf(text);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replace(/\p{Mark}/gu, '');
  return plain.toLowerCase().match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
