import { MINUTE_MS } from './durations.ts';

/** Consecutive failures after which the breaker opens. */
const OPENS_AFTER = 5;

/** Delay before a single attempt (half-open), in milliseconds. */
const TRY_AGAIN_AFTER_MS = MINUTE_MS;

/** Circuit breaker: state of a remote server that may hang. */
export interface Breaker {
  readonly failures: number;
  /** Earliest time of the next attempt in milliseconds; undefined while the server answers. */
  readonly tryAt: number | undefined;
}

export const CLOSED: Breaker = { failures: 0, tryAt: undefined };

/**
 * Returns how many of `most` concurrent attempts may run now. Each failure reduces the number, so
 * that not all attempts wait for a hanging server. An open breaker allows none, a half-open one
 * allows one.
 */
export function allowed({ failures, tryAt }: Breaker, now: number, most: number): number {
  if (tryAt === undefined) return Math.round(most * (1 - failures / OPENS_AFTER));
  // The second condition ends the wait if the clock was set back far.
  return now >= tryAt || now < tryAt - TRY_AGAIN_AFTER_MS ? 1 : 0;
}

/**
 * Returns the state after an attempt. `hasFailed` means that the server seems to hang; a refusal is
 * an answer, so it is no failure.
 */
export function afterTrying(breaker: Breaker, hasFailed: boolean, now: number): Breaker {
  if (!hasFailed) return CLOSED;
  const failures = breaker.failures + 1;
  const hangs = failures >= OPENS_AFTER;
  return { failures, tryAt: hangs ? now + TRY_AGAIN_AFTER_MS : undefined };
}
