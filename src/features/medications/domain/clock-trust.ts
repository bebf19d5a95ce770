import { MINUTE_MS } from '#platform/shared/durations.ts';

/** Maximum time by which the wall clock may be ahead of the expected time without being doubted. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/**
 * A doubted clock is trusted again after its offset was constant for this time, and in this number
 * of checks.
 */
const HOLDS_AFTER_MS = 5 * MINUTE_MS;
const HOLDS_AFTER_LOOKS = 3;

export interface ClockLook {
  /** The wall clock, which an operator can set. */
  readonly wall: number;
  /**
   * A monotonic clock with an arbitrary origin: it cannot be set, and it stops while the machine
   * sleeps.
   */
  readonly elapsed: number;
  /** The latest moment recorded before this process started; undefined at the first start. */
  readonly known: number | undefined;
}

export interface ClockTrust {
  /** `wall - elapsed` when the wall clock was last trusted; undefined before that. */
  readonly believed: number | undefined;
  /**
   * A new offset of the wall clock that is being observed: since when, and in how many checks it
   * was seen.
   */
  readonly doubted:
    | { readonly offset: number; readonly since: number; readonly looks: number }
    | undefined;
}

export const NO_TRUST: ClockTrust = { believed: undefined, doubted: undefined };

/**
 * Decides if the wall clock can be trusted. If the clock jumps ahead, or is far ahead of `known` at
 * process start, either the clock is wrong (a hardware clock read in the wrong zone, an operator's
 * mistake), or the machine slept or was off. The two cases look alike, but a wrong clock is usually
 * corrected soon; so the new offset must persist before it is trusted. A clock that goes back is
 * trusted at once, because it marks no dose too early.
 */
export function lookAtClock(
  { believed, doubted }: ClockTrust,
  { wall, elapsed, known }: ClockLook,
): { readonly isBelieved: boolean; readonly trust: ClockTrust } {
  const offset = wall - elapsed;
  const ahead = believed === undefined ? wall - (known ?? wall) : offset - believed;
  if (ahead <= MAX_AHEAD_MS) return believe(offset);
  const isTheSame = doubted !== undefined && Math.abs(offset - doubted.offset) <= MAX_AHEAD_MS;
  const next = isTheSame
    ? { ...doubted, looks: doubted.looks + 1 }
    : { offset, since: elapsed, looks: 1 };
  if (elapsed - next.since >= HOLDS_AFTER_MS && next.looks >= HOLDS_AFTER_LOOKS) {
    return believe(offset);
  }
  return { isBelieved: false, trust: { believed, doubted: next } };
}

function believe(offset: number) {
  return { isBelieved: true, trust: { believed: offset, doubted: undefined } };
}
