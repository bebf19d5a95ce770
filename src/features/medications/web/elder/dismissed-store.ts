import { storedValue } from '#platform/web/stored-value.ts';
import type { UpcomingMedication } from '../../contract.ts';
import {
  type Dismissed,
  type DismissedAction,
  dismissedAfter,
  keyOf,
} from '../reminder-machine.ts';

/** Stored on the tablet for the day, so that a reload does not show dismissed reminders again. */
const stored = storedValue<Dismissed>('dismissed-reminders', { date: '', keys: [] });

/** The reminders dismissed on this tablet; shared by all screens that show the pop-up. */
export const { get: dismissedReminders, watch: watchDismissed } = stored;

/** Dismisses a reminder for the local date `today`, or restores one whose answer was undone. */
export function rememberReminder(
  type: DismissedAction['type'],
  item: UpcomingMedication,
  today: string | undefined,
): void {
  stored.change((before) => dismissedAfter(before, { type, key: keyOf(item) }, today));
}

/** Restores a reminder whose answer the server refused later. */
export function restoreReminder(item: Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>) {
  const key = keyOf(item);
  stored.change((before) => dismissedAfter(before, { type: 'restored', key }, undefined));
}
