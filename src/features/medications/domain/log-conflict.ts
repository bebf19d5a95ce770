import type { LogStatus } from '../contract.ts';

/**
 * An answer to a dose. `at` is the time of the press, not the time at which the server received it.
 */
export interface DoseAnswer {
  readonly status: LogStatus;
  readonly notes: string;
  readonly at: Date;
}

export interface CurrentAnswer extends DoseAnswer {
  /** True if the server set the status automatically, without a person. */
  readonly isByItself: boolean;
}

/**
 * True if the received answer replaces the current state of the log; the history keeps both in
 * either case.
 * A person's answer always replaces an automatic status, however late it arrives, even if the
 * status is equal: the log then belongs to that person. Repeating a person's answer changes
 * nothing. Among answers of people, the latest press wins, so a caregiver's correction remains when
 * an earlier press arrives after it. The one exception: an earlier "taken" replaces a pending
 * state, because the person who undid the other answer did not know of it, and a dose that was
 * taken must not be asked for a second time.
 */
export function takesPrecedence(said: DoseAnswer, standing: CurrentAnswer): boolean {
  if (standing.isByItself) return true;
  if (said.status === standing.status && said.notes === standing.notes) return false;
  if (said.at >= standing.at) return true;
  return said.status === 'taken' && standing.status === 'pending';
}
