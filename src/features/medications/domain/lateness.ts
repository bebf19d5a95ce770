import { MINUTE_MS } from '#platform/shared/durations.ts';

/** Minutes after the scheduled time between which the reminder pops up, both inclusive. */
const WINDOW_OPENS = -5;
const WINDOW_CLOSES = 60;
/** The last minute in which a dose counts as on time. */
const ON_TIME_UNTIL = 15;

export interface Lateness {
  readonly kind: 'upcoming' | 'on-time' | 'late' | 'overdue';
  /**
   * Whole minutes: until the scheduled time if `kind` is 'upcoming', otherwise since the scheduled
   * time.
   */
  readonly minutes: number;
  readonly words: string;
}

/** Compares the scheduled time of a pending dose with the present time. */
export function lateness(scheduledTime: Date, now: Date): Lateness {
  const elapsed = now.getTime() - scheduledTime.getTime();
  if (elapsed < 0) {
    const minutes = Math.ceil(-elapsed / MINUTE_MS);
    return { kind: 'upcoming', minutes, words: `Due in ${counted(minutes, 'minute')}` };
  }
  const minutes = Math.floor(elapsed / MINUTE_MS);
  if (elapsed > WINDOW_CLOSES * MINUTE_MS) return { kind: 'overdue', minutes, words: 'Overdue' };
  if (minutes <= ON_TIME_UNTIL) return { kind: 'on-time', minutes, words: 'Time to take' };
  return { kind: 'late', minutes, words: `${counted(minutes, 'minute')} late` };
}

/** Returns the first instant at which the reminder may pop up. */
export function popupOpens(scheduledTime: Date): Date {
  return new Date(scheduledTime.getTime() + WINDOW_OPENS * MINUTE_MS);
}

/** Returns the first instant at which the reminder may no longer pop up. */
export function popupCloses(scheduledTime: Date): Date {
  return new Date(scheduledTime.getTime() + WINDOW_CLOSES * MINUTE_MS + 1);
}

/**
 * Returns the end of a snooze of `minutes`, in milliseconds since the epoch; undefined if the
 * reminder would come back after its window.
 */
export function snoozeEnd(scheduledTime: Date, at: Date, minutes: number): number | undefined {
  const end = at.getTime() + minutes * MINUTE_MS;
  return end < lastRings(scheduledTime).getTime() ? end : undefined;
}

/** Returns the last minute of the window, for texts such as 'Rings until 1:00 PM'. */
export function lastRings(scheduledTime: Date): Date {
  return new Date(scheduledTime.getTime() + WINDOW_CLOSES * MINUTE_MS);
}

/** Returns a text such as `1 minute` or `4 medications`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
