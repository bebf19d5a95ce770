import type { LogStatus } from './contract.ts';

/** What was said of a dose, and when: at the press, not when the server heard of it. */
export interface Said {
  readonly status: LogStatus;
  readonly notes: string;
  readonly at: Date;
}

/** What the dose's log says so far. */
export interface Standing extends Said {
  /** Nobody said it: the server marked it by itself. */
  readonly isByItself: boolean;
}

/**
 * Whether what is heard now stands in the log from here on; the history keeps both either way.
 * Anything that a person says goes before what the server did by itself, however late it is heard,
 * the same word too: it is theirs then. Who says what a person has said already changes nothing. Of
 * what people said, the last word by the time of the press stands: a caregiver's correction stays
 * when an earlier press arrives after it. Only a Taken that was pressed before goes over a dose that
 * merely waits again: whoever took the other answer back did not know of it, and a dose that was
 * taken must not be asked for a second time.
 */
export function standsOver(said: Said, standing: Standing): boolean {
  if (standing.isByItself) return true;
  if (said.status === standing.status && said.notes === standing.notes) return false;
  if (said.at >= standing.at) return true;
  return said.status === 'taken' && standing.status === 'pending';
}
