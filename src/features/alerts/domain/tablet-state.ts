import { MINUTE_MS } from '#platform/shared/durations.ts';
import { timeMessage } from '#platform/shared/moments.ts';

/** State reported by a tablet at one time. */
export interface Heartbeat {
  readonly at: Date;
  readonly visible: boolean;
  readonly soundReady: boolean;
  /** Clock of the tablet minus clock of the server, in milliseconds. */
  readonly clockSkewMs: number;
}

export interface Tablet {
  /** Time of the last request, a heartbeat or any other. */
  readonly lastHeardAt: Date;
  /** Heartbeats since the scheduled time of the dose. */
  readonly heartbeats: readonly Heartbeat[];
}

/**
 * Tablets send requests twice a minute; a tablet that is silent for longer than this is offline.
 */
const SILENT_AFTER_MS = 5 * MINUTE_MS;

/** Maximum clock skew that is not mentioned in the alert. */
export const MAX_SKEW_MS = 2 * MINUTE_MS;

/** States of a tablet, from best to worst. */
const STATES = ['sounding', 'silent', 'hidden', 'gone'] as const;
type State = (typeof STATES)[number];

/** Current state of a tablet. `not known` means that it is online but has sent no report. */
export const PRESENT_STATES = [...STATES, 'not known'] as const;

export type PresentState = (typeof PRESENT_STATES)[number];

const WORDS: Record<Exclude<State, 'gone'>, string> = {
  sounding: 'The tablet was awake and its sound was on.',
  silent: 'The tablet was awake, but its sound was not turned on.',
  hidden: 'The tablet was showing something else or its screen was off.',
};

/**
 * Describes the state of the elder's tablet while a dose waited. With several tablets, the one most
 * likely to be noticed counts.
 */
export function tabletState(tablets: readonly Tablet[], now: Date, timezone: string): string {
  const [best] = tablets
    .map((tablet) => ({ tablet, state: stateOf(tablet, now) }))
    .sort(
      (one, other) =>
        STATES.indexOf(one.state) - STATES.indexOf(other.state) ||
        other.tablet.lastHeardAt.getTime() - one.tablet.lastHeardAt.getTime(),
    );
  if (best === undefined) return 'No tablet is set up.';
  const { tablet, state } = best;
  const words =
    state === 'gone'
      ? `The tablet has not been heard from ${sinceMessage(tablet.lastHeardAt, now, timezone)}.`
      : WORDS[state];
  return [words, ...clockMessage(tablet)].join(' ');
}

/**
 * Returns the current state by the last report, and when that state expires without a new report.
 */
export function presentState(
  said: {
    readonly lastSeenAt: string;
    readonly visible: boolean | null;
    readonly soundReady: boolean | null;
  },
  now: Date,
): { readonly state: PresentState; readonly until: Date } {
  const { visible, soundReady } = said;
  const lastHeardAt = new Date(said.lastSeenAt);
  const isSaid = visible !== null && soundReady !== null;
  const last = { at: lastHeardAt, visible: visible ?? false, soundReady: soundReady ?? false };
  const state = stateOf({ lastHeardAt, heartbeats: [{ ...last, clockSkewMs: 0 }] }, now);
  if (state === 'gone') return { state, until: new Date(now.getTime() + MINUTE_MS) };
  const until = new Date(lastHeardAt.getTime() + SILENT_AFTER_MS + 1);
  return { state: isSaid ? state : 'not known', until };
}

/** Returns the state in which the tablet was for most of the time. */
function stateOf({ lastHeardAt, heartbeats }: Tablet, now: Date): State {
  if (now.getTime() - lastHeardAt.getTime() > SILENT_AFTER_MS) return 'gone';
  const seen = heartbeats.filter(({ visible }) => visible);
  if (seen.length === 0 || seen.length * 2 < heartbeats.length) return 'hidden';
  const ready = seen.filter(({ soundReady }) => soundReady);
  return ready.length * 2 < seen.length ? 'silent' : 'sounding';
}

/** Example: 'since 8:04 AM'; names the day if it is another one. */
export function sinceMessage(lastHeardAt: Date, now: Date, timezone: string): string {
  return `since ${timeMessage(lastHeardAt, now, timezone)}`;
}

function clockMessage({ heartbeats }: Tablet): string[] {
  const last = heartbeats.reduce<Heartbeat | undefined>(
    (latest, one) => (latest === undefined || one.at > latest.at ? one : latest),
    undefined,
  );
  if (last === undefined || Math.abs(last.clockSkewMs) <= MAX_SKEW_MS) return [];
  const way = last.clockSkewMs > 0 ? 'ahead' : 'behind';
  return [`Its clock is ${spanMessage(Math.abs(last.clockSkewMs))} ${way}.`];
}

/** Example: '7 minutes', '3 hours', '2 days'. */
export function spanMessage(milliseconds: number): string {
  const minutes = Math.round(milliseconds / MINUTE_MS);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
