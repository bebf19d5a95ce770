import type { UpcomingMedication } from '../../contract.ts';

export type Doses = readonly UpcomingMedication[];

/** Silences the reminders of doses without answering them. */
export interface Silence {
  /** Stops the ringing on this tablet for today. */
  readonly close: (doses: Doses) => void;
  /** Silences all tablets for this many minutes, then reminds again; 0 reopens the reminder now. */
  readonly snooze: (doses: Doses, minutes: number) => void;
}
