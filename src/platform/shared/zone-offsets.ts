import { DAY_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
import { isTimezone, readOwnOffset, type ZoneOffsets } from './zoned-time.ts';

/**
 * Step of the search for clock changes; shorter than the time between any two changes of a zone's
 * clocks.
 */
const STEP_MS = 4 * DAY_MS;

/**
 * Step of the comparison with this machine's data; shorter than any period in which a different
 * date of a clock change makes the data differ.
 */
const COMPARE_STEP_MS = 14 * DAY_MS;

/** The last created table of each zone, with the calendar year (UTC) in which it was created. */
const tables = new Map<string, { readonly year: number; readonly offsets: ZoneOffsets }>();

/**
 * Returns the offsets of a zone from this machine's data, from the start of the calendar year (UTC)
 * before `now` to the end of the second year after it. Empty for an unknown zone.
 */
export function zoneOffsets(timezone: string, now: Date): ZoneOffsets {
  const year = now.getUTCFullYear();
  const known = tables.get(timezone);
  if (known?.year === year) return known.offsets;
  if (!isTimezone(timezone)) return [];
  const offsets = findOffsets(timezone, Date.UTC(year - 1, 0), Date.UTC(year + 3, 0));
  tables.set(timezone, { year, offsets });
  return offsets;
}

function findOffsets(timezone: string, from: number, until: number): ZoneOffsets {
  const minutesAt = (instant: number) => readOwnOffset(instant, timezone) / MINUTE_MS;
  let minutes = minutesAt(from);
  const rows: (readonly [number, number])[] = [[from, minutes]];
  for (let at = from; at < until; at += STEP_MS) {
    const end = Math.min(at + STEP_MS, until);
    if (minutesAt(end) === minutes) continue;
    // Binary search for the first second of the new offset.
    let [before, after] = [at, end];
    while (after - before > SECOND_MS) {
      const middle = Math.floor((before + after) / 2 / SECOND_MS) * SECOND_MS;
      if (minutesAt(middle) === minutes) before = middle;
      else after = middle;
    }
    minutes = minutesAt(after);
    rows.push([after, minutes]);
  }
  rows.push([until, minutes]);
  return rows;
}

/** True if this machine does not know the zone, or its data differs from the table. */
export function isZoneDataOutdated(timezone: string, offsets: ZoneOffsets): boolean {
  try {
    return offsets.slice(0, -1).some(([from, minutes], row) => {
      const until = offsets[row + 1]?.[0] ?? from;
      const differs = (at: number) => readOwnOffset(at, timezone) !== minutes * MINUTE_MS;
      for (let at = from; at < until; at += COMPARE_STEP_MS) if (differs(at)) return true;
      return differs(until - SECOND_MS);
    });
  } catch {
    return true;
  }
}
