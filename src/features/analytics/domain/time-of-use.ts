import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** Maximum age of an undelivered use on a tablet; older ones are dropped. */
export const MAX_AGE_MS = 8 * DAY_MS;

/** Accepted skew of a tablet's clock into the future. */
const MAX_AHEAD_MS = MINUTE_MS;

/**
 * Returns the time of a use: the server's, or the one that an offline tablet recorded. Undefined
 * for an impossible time.
 */
export function timeOfUse(happenedAt: string | undefined, now: Date): Date | undefined {
  if (happenedAt === undefined) return now;
  const at = Date.parse(happenedAt);
  if (at > now.getTime() + MAX_AHEAD_MS || at < now.getTime() - MAX_AGE_MS) return undefined;
  return new Date(Math.min(at, now.getTime()));
}
