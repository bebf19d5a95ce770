import type { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import type { doseLimits } from './dose-limits.ts';

/**
 * What may be taken as needed, at most: the time from one dose to the next, and how many in any 24
 * hours, not by the calendar's day: midnight makes no dose safer. Null is no such limit.
 */
export type DoseLimits = Readonly<z.output<typeof doseLimits>>;

export function hasLimits({ shortestIntervalMinutes, mostIn24Hours }: DoseLimits): boolean {
  // What a tablet has kept from before there were limits has neither.
  return (shortestIntervalMinutes ?? mostIn24Hours ?? null) !== null;
}

/**
 * Whether a dose at an instant is one too many beside the others; all in milliseconds since the epoch.
 * The others before and after it count alike: what was pressed without a connection is heard late.
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

/** The first instant from `at` on at which one more dose is within the limits, in milliseconds. */
export function nextAllowed(limits: DoseLimits, taken: readonly number[], at: number): number {
  const interval = (limits.shortestIntervalMinutes ?? 0) * MINUTE_MS;
  const candidates = taken
    .flatMap((dose) => [dose + interval, dose + DAY_MS])
    .filter((instant) => instant > at)
    .sort((one, other) => one - other);
  return [at, ...candidates].find((instant) => !isBeyondLimit(limits, taken, instant)) ?? at;
}
