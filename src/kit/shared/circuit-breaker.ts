import { MINUTE_MS } from './durations.ts';

/** So many failures after one another, and the other side is taken to hang. */
const OPENS_AFTER = 5;

/** It is tried once again after this. */
const TRY_AGAIN_AFTER_MS = MINUTE_MS;

/** Circuit breaker: what is known of a server of others that may hang. */
export interface Breaker {
  readonly failures: number;
  /** Not before this, in milliseconds; undefined while it answers. */
  readonly tryAt: number | undefined;
}

export const CLOSED: Breaker = { failures: 0, tryAt: undefined };

/**
 * How many of `most` tries may be under way now: fewer with each failure, so that none follows those
 * that are about to hang; one to see whether it answers again (half-open); or none.
 */
export function allowed({ failures, tryAt }: Breaker, now: number, most: number): number {
  if (tryAt === undefined) return Math.round(most * (1 - failures / OPENS_AFTER));
  // A clock that went back far keeps nobody waiting.
  return now >= tryAt || now < tryAt - TRY_AGAIN_AFTER_MS ? 1 : 0;
}

/** What is known after a try: `hasFailed` is for what says that it hangs, a refusal is an answer. */
export function afterTrying(breaker: Breaker, hasFailed: boolean, now: number): Breaker {
  if (!hasFailed) return CLOSED;
  const failures = breaker.failures + 1;
  const hangs = failures >= OPENS_AFTER;
  return { failures, tryAt: hangs ? now + TRY_AGAIN_AFTER_MS : undefined };
}
