import { MINUTE_MS } from '#platform/shared/durations.ts';
import { abortAfter } from '../abort-after.ts';
import { ApiError, NoAnswer, waitedInVain } from '../api.ts';
import type { Owner } from './owner.ts';

/** Fields that every entry has in addition to its content. */
interface Envelope extends Owner {
  /** Position in the order in which entries were added. */
  readonly number: number;
  /**
   * Idempotency key, created once with the entry. By this key the server recognizes that an entry
   * was sent before.
   */
  readonly key: string;
  /** Time of the press in milliseconds of the server's clock, estimated at the press. */
  readonly pressedAt: number;
  /**
   * Lower bound for the time of the press: the server's time counted from its last answer, which
   * does not depend on the device's clock.
   */
  readonly notBefore?: number | undefined;
  /** True if the entry was sent and the outcome is unknown: the server may have received it. */
  readonly wasSent: boolean;
}

/** An entry on this device that the server has not yet received. */
export type Entry<Body> = Envelope & Body;

/** An entry without a number, before it is stored. */
export type NewEntry<Body> = Omit<Envelope, 'number'> & Body;

export type Outcome =
  /** The server has received the entry. */
  | 'delivered'
  /** The server will never accept the entry. */
  | 'refused'
  /** The server answered that it did nothing, so other entries cannot be delivered now either. */
  | 'not now'
  /** The server did not answer: it may have received the entry or not. */
  | 'unknown'
  /** The server failed on this entry, but other entries may be delivered. */
  | 'failed';

/**
 * Outcome of the first delivery attempt of an entry. `cause` is the refusal, if the entry was
 * refused.
 */
export interface FirstTry {
  readonly outcome: 'delivered' | 'refused' | 'waiting';
  readonly cause?: unknown;
}

export function worstOf(results: readonly FirstTry[]): FirstTry {
  return (
    results.find(({ outcome }) => outcome === 'refused') ??
    results.find(({ outcome }) => outcome === 'waiting') ?? { outcome: 'delivered' }
  );
}

/**
 * An entry that is sent within this time after the press reports no time, because the time of its
 * arrival is accurate enough.
 */
const AT_ONCE_MS = 5_000;

/**
 * First delay before an entry without an answer is sent again, in milliseconds. The delay doubles
 * with each attempt.
 */
const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 5 * MINUTE_MS;

/**
 * Derives the outcome from a failed call. A refusal of the server always has a message and a code.
 * Any other answer comes from an intermediary, so it is unknown whether the server received the
 * entry.
 */
export function outcomeOfFailure(failure: unknown): Exclude<Outcome, 'delivered'> {
  if (!(failure instanceof ApiError)) return 'unknown';
  const { status, sentence, code } = failure;
  if (sentence === undefined || code === undefined) return 'unknown';
  // The user is not signed in, or the server refuses calls of the household for a time: a later
  // attempt may succeed.
  if (status === 401 || status === 403 || status === 408 || status === 429) return 'not now';
  if (status === 503) return 'not now';
  if (status < 400 || status === 502 || status === 504) return 'unknown';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * Reason why an entry is not delivered yet. `slow`: there is no answer yet. `cut-off`: the server
 * cannot be reached. `put-off`: the server or an intermediary answered that nothing can be saved
 * now.
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

/**
 * Returns the delay before the next attempt, in milliseconds, after this number of consecutive
 * attempts without an answer.
 */
export function waitAfterTries(tries: number): number {
  return Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (tries - 1));
}

/**
 * Returns the next entry to send. If an entry could not be delivered, its order key is in `heldUp`,
 * and later entries with that key are skipped to keep their order.
 */
export function nextEntry<Body>(
  entries: readonly Entry<Body>[],
  heldUp: ReadonlySet<string>,
  orderOf: (entry: Body) => string,
): Entry<Body> | undefined {
  return entries.find((entry) => !heldUp.has(orderOf(entry)));
}

/**
 * Returns the time of the press to report with an entry, not before `earliest`; undefined if the
 * server should use its own time.
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
 * Returns the most likely time of the press. If the device's clock was wrong, the entry must not be
 * dated in another year, which the server would refuse.
 */
function trueTime(
  { pressedAt, notBefore }: Pick<Envelope, 'pressedAt' | 'notBefore'>,
  now: number,
  earliest: number,
): number {
  const at = pressedAt > now ? (notBefore ?? now) : Math.max(pressedAt, notBefore ?? earliest);
  return Math.min(at, now);
}

/** Timeout of a delivery attempt, in milliseconds. The entry is then sent again later. */
const MAX_DELIVERY_MS = 15_000;

/**
 * Request options for sending an entry: its idempotency key, so that the server counts the entry
 * once, and a timeout.
 */
export function deliveryBy(key: string) {
  return {
    headers: { 'Idempotency-Key': key },
    signal: abortAfter(MAX_DELIVERY_MS),
  };
}
