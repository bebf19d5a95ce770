import { MINUTE_MS } from '#platform/shared/durations.ts';

/** A wall clock that is further ahead than this of the expected time is doubted. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;

/**
 * A doubted clock is trusted again after it has kept the same offset for this time and this many
 * looks.
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
  /** A different offset that is being observed: since when, and in how many looks. */
  readonly doubted:
    | { readonly offset: number; readonly since: number; readonly looks: number }
    | undefined;
}

export const NO_TRUST: ClockTrust = { believed: undefined, doubted: undefined };

/**
 * Decides if the wall clock can be trusted. A clock that jumps ahead, or is far ahead of `known` at
 * process start, may be wrong (a hardware clock read in the wrong zone, an operator's mistake), or
 * the machine slept or was off. The two cases look alike, except that a wrong clock is usually
 * corrected soon; so the new offset must persist first. A clock that goes back is trusted, because
 * it marks no dose too early.
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
