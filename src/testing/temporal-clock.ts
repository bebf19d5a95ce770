import { Temporal } from 'temporal-polyfill';

/** The independent opinion on wall times: what Temporal says of them, for the tests of the rules. */

export const ZONES = Intl.supportedValuesOf('timeZone');

const START = Temporal.PlainDate.from('2024-01-01');
const LAST_YEAR = 2030;

const transitions = new Map<string, readonly Temporal.ZonedDateTime[]>();

/** From 2024 to 2030 the first instant of each offset, such as that of summer time. */
export function transitionsOf(zone: string): readonly Temporal.ZonedDateTime[] {
  const known = transitions.get(zone);
  if (known) return known;
  const found: Temporal.ZonedDateTime[] = [];
  let at = START.toZonedDateTime(zone).getTimeZoneTransition('next');
  for (; at && at.year <= LAST_YEAR; at = at.getTimeZoneTransition('next')) found.push(at);
  transitions.set(zone, found);
  return found;
}

/** The dates of those transitions, and of the days before and after each. */
export function datesAroundTransitions(zone: string): string[] {
  const dates = transitionsOf(zone).flatMap((at) =>
    [-1, 0, 1].map((days) => at.toPlainDate().add({ days }).toString()),
  );
  return [...new Set(dates)];
}

const offsets = new Map<string, string>();

/** What all zones have in common whose clocks show the same from 2024 to 2030. */
function offsetsOf(zone: string): string {
  const known = offsets.get(zone);
  if (known !== undefined) return known;
  const all = [START.toZonedDateTime(zone), ...transitionsOf(zone)];
  const key = all.map(({ epochMilliseconds, offset }) => `${epochMilliseconds}${offset}`).join();
  offsets.set(zone, key);
  return key;
}

const instants = new Map<string, number>();

/** Of a date from 2024 to 2030, `YYYY-MM-DD`, and a time, `HH:MM`; in milliseconds since the epoch. */
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
