import { ApiError } from '#kit/web/api.ts';
import type { LogStatus } from '../contract.ts';
import { keyOf } from './reminder-machine.ts';

/** Whose tablet it was when it was pressed: to nobody else is it ever delivered. */
export interface Owner {
  readonly person: string;
  readonly household: string;
}

/** Something said of a dose on this tablet, until the server has it. */
export interface Press extends Owner {
  /** Their order. */
  readonly number: number;
  /** Made with the press, once: by it the server knows a repetition. */
  readonly key: string;
  /** The dose as the server names it; none for what is taken as needed. */
  readonly doseId?: string | undefined;
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  /** Milliseconds by the server's clock, as far as the tablet knew it. */
  readonly pressedAt: number;
  /** The same counted from the server's last answer, whatever the clock did since. */
  readonly notBefore?: number | undefined;
  /** It was sent, and may have arrived although no answer came. */
  readonly wasSent: boolean;
}

/** What became of sending a press. */
export type Outcome =
  /** The server has it. */
  | 'delivered'
  /** The server will never take it. */
  | 'refused'
  /** It was answered that nothing was done: neither this one nor another goes through now. */
  | 'not now'
  /** No answer of the server: it may have arrived or not. */
  | 'unknown'
  /** It failed there, and others may not. */
  | 'failed';

/** Delivered sooner than this, a press needs no time of its own: the server's is as true. */
const AT_ONCE_MS = 5_000;

/** Nothing is said of a dose that is further ahead than this. */
const MOST_AHEAD_MS = 12 * 3600 * 1000;

/** The first wait before what was not answered is sent again; each further one is twice as long. */
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 300_000;

/** The outcome by what was answered: the server answers with the log, whatever else does not. */
export function outcomeOf(answer: unknown): 'delivered' | 'unknown' {
  const isLog = typeof answer === 'object' && answer !== null && 'id' in answer;
  return isLog && typeof answer.id === 'string' && answer.id !== '' ? 'delivered' : 'unknown';
}

/**
 * The outcome by how it failed. Only the server's own sentence is a refusal: of a page of something
 * in between nobody knows what was done.
 */
export function outcomeOfFailure(failure: unknown): Exclude<Outcome, 'delivered'> {
  if (!(failure instanceof ApiError)) return 'unknown';
  const { status, sentence } = failure;
  // Nobody is signed in, or the household is closed for now: the person may be back.
  if (status === 401 || status === 403 || status === 408 || status === 429) return 'not now';
  if (status === 503) return 'not now';
  if (status < 400 || status === 502 || status === 504 || sentence === undefined) return 'unknown';
  return status < 500 ? 'refused' : 'failed';
}

/** How long to wait before the next try, after so many in a row without an answer. */
export function waitAfterTries(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (tries - 1));
}

/** The press to send next; of a dose that is held up none, so that its order stays. */
export function nextPress(presses: readonly Press[], heldUp: ReadonlySet<string>) {
  return presses.find((press) => !heldUp.has(keyOf(press)));
}

/** The time to tell of a press; undefined where the server's own is right. */
export function timeToTell(press: Press, now: number): string | undefined {
  const at = trueTime(press, now);
  if (!press.wasSent && now - at < AT_ONCE_MS) return undefined;
  return new Date(at).toISOString();
}

/**
 * When it was pressed as far as can be known at `now`: a clock that was wrong at the press must not
 * make it look as if it were of another year, which the server would refuse.
 */
function trueTime({ pressedAt, notBefore, scheduledTime }: Press, now: number): number {
  const earliest = notBefore ?? Date.parse(scheduledTime) - MOST_AHEAD_MS;
  const at = pressedAt > now ? (notBefore ?? now) : Math.max(pressedAt, earliest);
  return Math.min(at, now);
}
