import type { LogStatus } from '../contract.ts';
import { keyOf } from './reminder-state.ts';

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
  readonly medicationId: string;
  readonly scheduledTime: string;
  readonly status: LogStatus;
  /** Milliseconds by the server's clock, as far as the tablet knew it. */
  readonly pressedAt: number;
  /** It was sent, and may have arrived although no answer came. */
  readonly wasSent: boolean;
}

/** What became of sending a press. */
export type Outcome =
  /** The server has it. */
  | 'delivered'
  /** The server will never take it. */
  | 'refused'
  /** The server answered that it did nothing: neither this one nor another goes through now. */
  | 'not now'
  /** No answer: it may have arrived or not. */
  | 'unknown'
  /** It failed there, and others may not. */
  | 'failed';

/** Delivered sooner than this, a press needs no time of its own: the server's is as true. */
const AT_ONCE_MS = 5_000;

/** The outcome by the status of the answer; undefined where none came. */
export function outcomeOf(status: number | undefined): Outcome {
  if (status === undefined || status === 502 || status === 504) return 'unknown';
  if (status < 300) return 'delivered';
  // Nobody is signed in, or the household is closed for now: the person may be back.
  if (status === 401 || status === 403 || status === 408 || status === 429) return 'not now';
  if (status === 503) return 'not now';
  return status < 500 ? 'refused' : 'failed';
}

/** The press to send next; of a dose that is held up none, so that its order stays. */
export function nextPress(presses: readonly Press[], heldUp: ReadonlySet<string>) {
  return presses.find((press) => !heldUp.has(keyOf(press)));
}

/** The time to tell of a press; undefined where the server's own is right. */
export function timeToTell({ pressedAt, wasSent }: Press, now: number): string | undefined {
  if (!wasSent && now - pressedAt < AT_ONCE_MS) return undefined;
  return new Date(Math.min(pressedAt, now)).toISOString();
}
