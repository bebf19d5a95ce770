import { DAY_MS, MINUTE_MS } from '#kit/shared/durations.ts';

/** A tablet keeps what it could not tell for so long; what is older is told of no more. */
export const LONGEST_AGO_MS = 8 * DAY_MS;

/** A tablet's clock may be ahead by so much. */
const MOST_AHEAD_MS = MINUTE_MS;

/**
 * When something was used: now, unless a tablet that had no connection tells a time of the past.
 * Undefined for a time that cannot be true.
 */
export function timeOfUse(happenedAt: string | undefined, now: Date): Date | undefined {
  if (happenedAt === undefined) return now;
  const at = Date.parse(happenedAt);
  if (at > now.getTime() + MOST_AHEAD_MS || at < now.getTime() - LONGEST_AGO_MS) return undefined;
  return new Date(Math.min(at, now.getTime()));
}
