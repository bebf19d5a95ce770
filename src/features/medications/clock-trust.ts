import { MINUTE_MS } from '#kit/shared/durations.ts';

/** What a clock may be ahead of what is expected before it is doubted. */
const MOST_AHEAD_MS = 5 * MINUTE_MS;

/** A clock that is doubted is believed when it has gone on evenly for so long, and been looked at. */
const HOLDS_AFTER_MS = 5 * MINUTE_MS;
const HOLDS_AFTER_LOOKS = 3;

/** One look at the clocks, in milliseconds. */
export interface ClockLook {
  /** The time of day, which somebody can set. */
  readonly wall: number;
  /** Since any moment, evenly: what nobody can set, and what stands while the machine sleeps. */
  readonly elapsed: number;
  /** The newest moment that is known to have been, from before this process; none at first. */
  readonly known: number | undefined;
}

/** What is thought of the wall clock. */
export interface ClockTrust {
  /** Wall less elapsed, when it was believed last; undefined before that. */
  readonly believed: number | undefined;
  /** Another difference that is waited on, since when and how often it was seen. */
  readonly doubted:
    | { readonly offset: number; readonly since: number; readonly looks: number }
    | undefined;
}

export const NO_TRUST: ClockTrust = { believed: undefined, doubted: undefined };

/**
 * Whether the wall clock can be believed. One that is suddenly ahead, or far ahead of what is known
 * when a process starts, may be wrong (a hardware clock read in the wrong zone, a slip of the
 * operator), or the machine slept or was off: nothing tells these apart but that a wrong clock is set
 * right soon. So it must hold first. A clock that goes back is believed: it marks nothing too early.
 */
export function lookAtClock(
  { believed, doubted }: ClockTrust,
  { wall, elapsed, known }: ClockLook,
): { readonly isBelieved: boolean; readonly trust: ClockTrust } {
  const offset = wall - elapsed;
  const ahead = believed === undefined ? wall - (known ?? wall) : offset - believed;
  if (ahead <= MOST_AHEAD_MS) return believe(offset);
  const isTheSame = doubted !== undefined && Math.abs(offset - doubted.offset) <= MOST_AHEAD_MS;
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
