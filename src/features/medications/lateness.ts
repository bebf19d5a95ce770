/** Minutes after the scheduled time between which the reminder pops up, both inclusive. */
const WINDOW_OPENS = -5;
const WINDOW_CLOSES = 60;
/** The last minute in which a dose still counts as on time. */
const ON_TIME_UNTIL = 15;

const MINUTE = 60_000;

export interface Lateness {
  readonly kind: 'upcoming' | 'on-time' | 'late' | 'overdue';
  /** Whole minutes until it is due when upcoming, else since it was due. */
  readonly minutes: number;
  readonly words: string;
}

/** How a dose that is still pending stands to the time it was set for. */
export function lateness(scheduledTime: Date, now: Date): Lateness {
  const elapsed = now.getTime() - scheduledTime.getTime();
  if (elapsed < 0) {
    const minutes = Math.ceil(-elapsed / MINUTE);
    return { kind: 'upcoming', minutes, words: `Due in ${counted(minutes)}` };
  }
  const minutes = Math.floor(elapsed / MINUTE);
  if (elapsed > WINDOW_CLOSES * MINUTE) return { kind: 'overdue', minutes, words: 'Overdue' };
  if (minutes <= ON_TIME_UNTIL) return { kind: 'on-time', minutes, words: 'Time to take' };
  return { kind: 'late', minutes, words: `${counted(minutes)} late` };
}

/** The first instant at which the reminder for that time may pop up. */
export function popupOpens(scheduledTime: Date): Date {
  return new Date(scheduledTime.getTime() + WINDOW_OPENS * MINUTE);
}

/** The first instant at which it no longer may. */
export function popupCloses(scheduledTime: Date): Date {
  return new Date(scheduledTime.getTime() + WINDOW_CLOSES * MINUTE + 1);
}

function counted(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
