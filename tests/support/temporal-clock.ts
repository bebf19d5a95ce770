import { Temporal } from 'temporal-polyfill';

/**
 * The time zones of the tests. This file computes local times with Temporal, as an independent
 * reference for the product's own rules.
 */

export const ZONES = Intl.supportedValuesOf('timeZone');

const START = Temporal.PlainDate.from('2024-01-01');
const LAST_YEAR = 2030;

const transitions = new Map<string, readonly Temporal.ZonedDateTime[]>();

/**
 * Returns the instants from 2024 to 2030 at which the offset of the zone changes, for example to
 * summer time.
 */
export function transitionsOf(zone: string): readonly Temporal.ZonedDateTime[] {
  const known = transitions.get(zone);
  if (known) return known;
  const found: Temporal.ZonedDateTime[] = [];
  let at = START.toZonedDateTime(zone).getTimeZoneTransition('next');
  for (; at && at.year <= LAST_YEAR; at = at.getTimeZoneTransition('next')) found.push(at);
  transitions.set(zone, found);
  return found;
}

/** Returns the dates of the offset changes, and the days before and after each. */
export function datesAroundTransitions(zone: string): string[] {
  const dates = transitionsOf(zone).flatMap((at) =>
    [-1, 0, 1].map((days) => at.toPlainDate().add({ days }).toString()),
  );
  return [...new Set(dates)];
}

const offsets = new Map<string, string>();

/** Returns a key that is equal for zones with equal offsets from 2024 to 2030. */
function offsetsOf(zone: string): string {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const all = [START.toZonedDateTime(zone), ...transitionsOf(zone)];
  const key = all.map(({ epochMilliseconds, offset }) => `${epochMilliseconds}${offset}`).join();
  offsets.set(zone, key);
  return key;
}

const instants = new Map<string, number>();

/**
 * Returns milliseconds since the epoch for a local date (`YYYY-MM-DD`, 2024 to 2030) and time
 * (`HH:MM`).
 */
export function instantByTemporal(date: string, time: string, zone: string): number {
  const key = `${date}T${time} ${offsetsOf(zone)}`;
  const known = instants.get(key);
  if (known !== undefined) return known;
  const at = Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(zone, {
    disambiguation: 'compatible',
  }).epochMilliseconds;
  instants.set(key, at);
  return at;
}
