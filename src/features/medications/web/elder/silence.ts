import type { UpcomingMedication } from '../../contract.ts';

export type Doses = readonly UpcomingMedication[];

/** Silences the reminders of doses without an answer to them. */
export interface Silence {
  /** No more ringing today on this tablet. */
  readonly close: (doses: Doses) => void;
  /** Silent on all tablets for so many minutes, then a new reminder; 0 opens it again now. */
  readonly snooze: (doses: Doses, minutes: number) => void;
}
