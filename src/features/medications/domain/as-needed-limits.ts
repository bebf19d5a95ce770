import type { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { doseLimits } from './dose-limits.ts';

/**
 * Limits of an as-needed medication: the minimum interval between two doses, and the maximum number
 * of doses in any 24 hours. The window slides, because midnight makes no dose safer. Null means no
 * limit.
 */
export type DoseLimits = Readonly<z.output<typeof doseLimits>>;

export function hasLimits({ shortestIntervalMinutes, mostIn24Hours }: DoseLimits): boolean {
  // A medication that a tablet cached before limits existed has neither field.
  return (shortestIntervalMinutes ?? mostIn24Hours ?? null) !== null;
}

/**
 * True if a dose at `at` would exceed the limits, given the other doses (milliseconds since the
 * epoch). Doses after `at` count too, because a dose logged offline can reach the server late.
 */
export function isBeyondLimit(limits: DoseLimits, others: readonly number[], at: number): boolean {
  const { shortestIntervalMinutes: interval, mostIn24Hours: most } = limits;
  const isTooSoon = others.some((other) => Math.abs(other - at) < (interval ?? 0) * MINUTE_MS);
  if (isTooSoon || most === null) return isTooSoon;
  const all = [...others, at];
  const beginsOfWindows = all.filter((begin) => begin <= at && at - begin < DAY_MS);
  return beginsOfWindows.some(
    (begin) => all.filter((dose) => begin <= dose && dose - begin < DAY_MS).length > most,
  );
}

/**
 * Returns the first instant from `at` on at which another dose is within the limits (milliseconds).
 */
export function nextAllowed(limits: DoseLimits, taken: readonly number[], at: number): number {
  const interval = (limits.shortestIntervalMinutes ?? 0) * MINUTE_MS;
  const candidates = taken
    .flatMap((dose) => [dose + interval, dose + DAY_MS])
    .filter((instant) => instant > at)
    .sort((one, other) => one - other);
  return [at, ...candidates].find((instant) => !isBeyondLimit(limits, taken, instant)) ?? at;
}
