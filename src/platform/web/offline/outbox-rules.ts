import { MINUTE_MS } from '#platform/shared/durations.ts';
import { abortAfter } from '../abort-after.ts';
import { ApiError, NoAnswer, waitedInVain } from '../api.ts';
import type { Owner } from './owner.ts';

/** Fields of every entry in addition to its content. */
interface Envelope extends Owner {
  /** Order of the entries. */
  readonly number: number;
  /** Idempotency key, created once with the entry, by which the server recognizes a repetition. */
  readonly key: string;
  /** Time of the press in milliseconds of the server's clock, as known then. */
  readonly pressedAt: number;
  /**
   * Time of the press counted from the server's last answer, independent of later clock changes.
   */
  readonly notBefore?: number | undefined;
  /** An attempt was made with an unknown outcome: the entry may have arrived without an answer. */
  readonly wasSent: boolean;
}

/** An entry on this device that the server has not yet received. */
export type Entry<Body> = Envelope & Body;

/** An entry without a number, before it is stored. */
export type NewEntry<Body> = Omit<Envelope, 'number'> & Body;

export type Outcome =
  /** The server has stored the entry. */
  | 'delivered'
  /** The server will never accept the entry. */
  | 'refused'
  /** The server answered that it did nothing: no entry can be delivered now. */
  | 'not now'
  /** No answer of the server: the entry may have arrived or not. */
  | 'unknown'
  /** The server failed on this entry; others may succeed. */
  | 'failed';

/** Outcome of the first delivery attempt; `cause` is the refusal. */
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

/** Within this time an entry is sent without a time: the server's time is accurate enough. */
const AT_ONCE_MS = 5_000;

/**
 * First delay before an unanswered entry is sent again, in milliseconds; it doubles with each
 * attempt.
 */
const MIN_WAIT_MS = 5_000;
const MAX_WAIT_MS = 5 * MINUTE_MS;

/**
 * Derives the outcome from the failure. Every refusal of the server has a message and a code. Any
 * other answer comes from an intermediary, so it is unknown what the server did.
 */
export function outcomeOfFailure(failure: unknown): Exclude<Outcome, 'delivered'> {
  if (!(failure instanceof ApiError)) return 'unknown';
  const { status, sentence, code } = failure;
  if (sentence === undefined || code === undefined) return 'unknown';
  // Not signed in, or the household is temporarily closed: a later attempt may succeed.
  if (status === 401 || status === 403 || status === 408 || status === 429) return 'not now';
  if (status === 503) return 'not now';
  if (status < 400 || status === 502 || status === 504) return 'unknown';
  return status < 500 ? 'refused' : 'failed';
}

/**
 * Reason why an entry is not delivered yet. `slow`: no answer yet. `cut-off`: the server was not
 * reached. `put-off`: the server or an intermediary answered that nothing is saved now.
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
 * Returns the delay before the next attempt after this number of consecutive attempts without an
 * answer.
 */
export function waitAfterTries(tries: number): number {
  return Math.min(MAX_WAIT_MS, MIN_WAIT_MS * 2 ** (tries - 1));
}

/**
 * Returns the next entry to send. Entries behind a held one with the same order key are skipped, so
 * that their order is kept.
 */
export function nextEntry<Body>(
  entries: readonly Entry<Body>[],
  heldUp: ReadonlySet<string>,
  orderOf: (entry: Body) => string,
): Entry<Body> | undefined {
  return entries.find((entry) => !heldUp.has(orderOf(entry)));
}

/**
 * Returns the time to report for an entry, not before `earliest`; undefined if the server should
 * use its own time.
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
 * Returns the most likely time of the press: a wrong clock must not move the entry to another year,
 * which the server would refuse.
 */
function trueTime(
  { pressedAt, notBefore }: Pick<Envelope, 'pressedAt' | 'notBefore'>,
  now: number,
  earliest: number,
): number {
  const at = pressedAt > now ? (notBefore ?? now) : Math.max(pressedAt, notBefore ?? earliest);
  return Math.min(at, now);
}

/** Timeout of a delivery in milliseconds; then the entry is sent again later. */
const MAX_DELIVERY_MS = 15_000;

/** Request options for an entry: its idempotency key, so that it counts once, and a timeout. */
export function deliveryBy(key: string) {
  return {
    headers: { 'Idempotency-Key': key },
    signal: abortAfter(MAX_DELIVERY_MS),
  };
}
