import { MINUTE_MS } from '#kit/shared/durations.ts';

/** So many time-outs after one another, and the mail server is taken to hang. */
const HANGS_AFTER = 5;

/** It is tried with one letter again after this. */
const TRY_AGAIN_AFTER_MS = MINUTE_MS;

/** What is known of a server that may hang. */
export interface Breaker {
  readonly timeouts: number;
  /** Not before this, in milliseconds; undefined while it answers. */
  readonly tryAt: number | undefined;
}

export const CLOSED: Breaker = { timeouts: 0, tryAt: undefined };

/** How many letters may be tried now: all of a batch, one to see whether it answers again, or none. */
export function allowed({ tryAt }: Breaker, now: number, batch: number): number {
  if (tryAt === undefined) return batch;
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
