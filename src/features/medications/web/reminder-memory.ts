import type { UpcomingMedication } from '../contract.ts';
import { type Dismissed, dismissedAfter, keyOf } from './reminder-state.ts';

/** Kept on the tablet for the day, so that a reload does not bring back what was dismissed. */
const PLACE = 'dismissed-reminders';
const NONE: Dismissed = { date: '', keys: [] };

let remembered: Dismissed | undefined;
const watchers = new Set<() => void>();

/** The reminders dismissed on this tablet; the same for every screen that shows the pop-up. */
export function dismissedReminders(): Dismissed {
  remembered ??= read();
  return remembered;
}

export function watchDismissed(tell: () => void): () => void {
  watchers.add(tell);
  return () => watchers.delete(tell);
}

/** Dismisses a reminder for the local date `today`, or brings back one whose action was undone. */
export function rememberReminder(
  type: 'dismissed' | 'restored',
  item: UpcomingMedication,
  today: string,
): void {
  remembered = dismissedAfter(dismissedReminders(), { type, key: keyOf(item) }, today);
  keep(remembered);
  for (const tell of watchers) tell();
}

function read(): Dismissed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? 'null');
    return isDismissed(kept) ? kept : NONE;
  } catch {
    // A browser that keeps nothing, or something else under that name: the memory starts empty.
    return NONE;
  }
}

function keep(dismissed: Dismissed): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(dismissed));
  } catch {
    // Full or forbidden: what was dismissed is then forgotten with the page.
  }
}

function isDismissed(value: unknown): value is Dismissed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'date' in value &&
    typeof value.date === 'string' &&
    'keys' in value &&
    Array.isArray(value.keys) &&
    value.keys.every((key) => typeof key === 'string')
  );
}
