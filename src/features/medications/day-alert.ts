import { MINUTE_MS } from '#kit/shared/durations.ts';
import type { UpcomingMedication } from './contract.ts';

/** A pending dose this near to now, before or after, sounds My Day's alert. */
const WINDOW_MS = 5 * MINUTE_MS;

/** The alert comes at most this often. */
const PAUSE_MS = 2 * MINUTE_MS;

/**
 * When My Day's own alert sounds next, in milliseconds: `now` for at once, undefined for never as
 * things stand. It is another sound than the pop-up's alarm, and never comes beside it.
 */
export function nextDayAlert(
  items: readonly UpcomingMedication[],
  now: number,
  lastAlertAt: number,
): number | undefined {
  const rested = Math.max(now, lastAlertAt + PAUSE_MS);
  const instants = items
    .filter(({ status, medication }) => status === 'pending' && medication.reminderEnabled)
    .filter(({ medication }) => medication.soundEnabled)
    .map(({ scheduledTime }) => Date.parse(scheduledTime))
    .filter((due) => rested <= due + WINDOW_MS)
    .map((due) => Math.max(rested, due - WINDOW_MS));
  return instants.length === 0 ? undefined : Math.min(...instants);
}
