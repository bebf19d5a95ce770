import { MINUTE_MS } from '#platform/shared/durations.ts';
import type { UpcomingMedication } from '../contract.ts';

/** My Day's alert sounds for a pending dose that is due within this time before or after now. */
const WINDOW_MS = 5 * MINUTE_MS;

/** Minimum time between two alerts. */
const PAUSE_MS = 2 * MINUTE_MS;

/**
 * Returns when My Day's own alert sounds next, in milliseconds: equal to `now` if it sounds at
 * once, undefined if no dose needs an alert. This alert has a different sound from the alarm of the
 * pop-up, and the two never play together.
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
