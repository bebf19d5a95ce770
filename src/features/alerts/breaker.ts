import { MINUTE_MS } from '#kit/shared/durations.ts';

/** So many time-outs after one another, and the server is taken to hang. */
const HANGS_AFTER = 5;

/** It is tried with one letter again after this. */
const TRY_AGAIN_AFTER_MS = MINUTE_MS;

/** Circuit breaker: what is known of a mail server or a push service that may hang. */
export interface Breaker {
  readonly timeouts: number;
  /** Not before this, in milliseconds; undefined while it answers. */
  readonly tryAt: number | undefined;
}

export const CLOSED: Breaker = { timeouts: 0, tryAt: undefined };

/**
 * How many of `most` letters may be under way now: fewer with each time-out, so that none follows those
 * that are about to hang; one to see whether it answers again (half-open); or none.
 */
export function allowed({ timeouts, tryAt }: Breaker, now: number, most: number): number {
  if (tryAt === undefined) return Math.round(most * (1 - timeouts / HANGS_AFTER));
  // A clock that went back far keeps nobody waiting.
  return now >= tryAt || now < tryAt - TRY_AGAIN_AFTER_MS ? 1 : 0;
}

/** What is known after a letter was tried: an answer, also a refusal, says that it does not hang. */
export function afterTrying(breaker: Breaker, didTimeOut: boolean, now: number): Breaker {
  if (!didTimeOut) return CLOSED;
  const timeouts = breaker.timeouts + 1;
  const hangs = timeouts >= HANGS_AFTER;
  return { timeouts, tryAt: hangs ? now + TRY_AGAIN_AFTER_MS : undefined };
}
