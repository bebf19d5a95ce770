import { MINUTE_MS } from '#kit/shared/durations.ts';
import { abortAfter } from '../abort-after.ts';
import { ApiError, NoAnswer, waitedInVain } from '../api.ts';
import type { Owner } from './owner.ts';

/** What every entry of an outbox has beside what it says. */
interface Envelope extends Owner {
  /** Their order. */
  readonly number: number;
  /** The idempotency key, made with the entry, once: by it the server knows a repetition. */
  readonly key: string;
  /** When it was pressed, or happened: milliseconds by the server's clock, as far as it was known. */
  readonly pressedAt: number;
  /** The same counted from the server's last answer, whatever the clock did since. */
  readonly notBefore?: number | undefined;
  /** Attempted, with an unknown outcome: it may have arrived although no answer came. */
  readonly wasSent: boolean;
}

/** Something said on this device, until the server has it. */
export type Entry<Body> = Envelope & Body;

/** An entry that no store has numbered yet. */
export type NewEntry<Body> = Omit<Envelope, 'number'> & Body;

/** What became of sending an entry. */
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

/** What became of an entry that was to be delivered at once; `cause` of one that was refused. */
export interface FirstTry {
  readonly outcome: 'delivered' | 'refused' | 'waiting';
  readonly cause?: unknown;
}

/** What is said of several. */
export function worstOf(results: readonly FirstTry[]): FirstTry {
  return (
    results.find(({ outcome }) => outcome === 'refused') ??
    results.find(({ outcome }) => outcome === 'waiting') ?? { outcome: 'delivered' }
  );
}

/** Delivered sooner than this, an entry needs no time of its own: the server's is as true. */
const AT_ONCE_MS = 5_000;

/** The first wait before what was not answered is sent again; each further one is twice as long. */
const SHORTEST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

/**
 * The outcome by how it failed. Every refusal of the server has a sentence and a code. Anything else
 * was written by something in between, and then it is unknown what the server did.
 */
export function outcomeOfFailure(failure: unknown): Exclude<Outcome, 'delivered'> {
  if (!(failure instanceof ApiError)) return 'unknown';
  const { status, sentence, code } = failure;
  if (sentence === undefined || code === undefined) return 'unknown';
  // Nobody is signed in, or the household is closed for now: the person may be back.
  if (status === 401 || status === 403 || status === 408 || status === 429) return 'not now';
  if (status === 503) return 'not now';
  if (status < 400 || status === 502 || status === 504) return 'unknown';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * Why an entry is not delivered yet. `slow`: the server has not answered yet. `cut-off`: it was not
 * reached. `put-off`: it answered, or something in between did, that nothing is saved now.
 */
export type WaitReason = 'slow' | 'cut-off' | 'put-off';

export function waitReasonOf(
  outcome: Exclude<Outcome, 'delivered' | 'refused'>,
  cause: unknown,
): WaitReason {
  if (outcome !== 'unknown') return 'put-off';
  if (cause instanceof ApiError || cause instanceof NoAnswer) return 'put-off';
  const isTimeout = cause instanceof Error && waitedInVain(cause);
  return isTimeout ? 'slow' : 'cut-off';
}

/** How long to wait before the next try, after so many in a row without an answer. */
export function waitAfterTries(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, SHORTEST_WAIT_MS * 2 ** (tries - 1));
}

/** The entry to send next; of what is held up (by its order) none, so that its order stays. */
export function nextEntry<Body>(
  entries: readonly Entry<Body>[],
  heldUp: ReadonlySet<string>,
  orderOf: (entry: Body) => string,
): Entry<Body> | undefined {
  return entries.find((entry) => !heldUp.has(orderOf(entry)));
}

/**
 * The time to tell of an entry, which cannot be before `earliest`; undefined where the server's own
 * is right.
 */
export function timeToTell(
  entry: Pick<Envelope, 'pressedAt' | 'notBefore' | 'wasSent'>,
  now: number,
  earliest: number,
): string | undefined {
  const at = trueTime(entry, now, earliest);
  if (!entry.wasSent && now - at < AT_ONCE_MS) return undefined;
  return new Date(at).toISOString();
}

/**
 * When it was pressed as far as can be known at `now`: a clock that was wrong at the press must not
 * make it look as if it were of another year, which the server would refuse.
 */
function trueTime(
  { pressedAt, notBefore }: Pick<Envelope, 'pressedAt' | 'notBefore'>,
  now: number,
  earliest: number,
): number {
  const at = pressedAt > now ? (notBefore ?? now) : Math.max(pressedAt, notBefore ?? earliest);
  return Math.min(at, now);
}

/** An entry that is not answered within this is sent again later. */
const LONGEST_DELIVERY_MS = 15_000;

/** How the call of an entry is made, by its key: it counts once, and is not waited for without end. */
export function deliveryBy(key: string) {
  return {
    headers: { 'Idempotency-Key': key },
    signal: abortAfter(LONGEST_DELIVERY_MS),
  };
}
