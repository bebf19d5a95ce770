import { keepHere, keptHere } from '#kit/web/kept-here.ts';
import type { UpcomingMedication } from '../../contract.ts';
import {
  type Dismissed,
  type DismissedAction,
  dismissedAfter,
  keyOf,
} from '../reminder-machine.ts';

/** Kept on the tablet for the day, so that a reload does not bring back what was dismissed. */
const PLACE = 'dismissed-reminders';
const NONE: Dismissed = { date: '', keys: [] };

let remembered: Dismissed | undefined;
/** Whether what is remembered was also kept, so that what is kept is the newest. */
let isKept = true;
const watchers = new Set<() => void>();

/** The reminders dismissed on this tablet; the same for every screen that shows the pop-up. */
export function dismissedReminders(): Dismissed {
  remembered ??= read();
  return remembered;
}

/** Also hears of what another tab dismissed or brought back. */
export function watchDismissed(tell: () => void): () => void {
  if (watchers.size === 0) window.addEventListener('storage', readAgain);
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
    if (watchers.size === 0) window.removeEventListener('storage', readAgain);
  };
}

/** Dismisses a reminder for the local date `today`, or brings back one whose action was undone. */
export function rememberReminder(
  type: 'dismissed' | 'restored',
  item: UpcomingMedication,
  today: string | undefined,
): void {
  note({ type, key: keyOf(item) }, today);
}

/** Brings back a reminder whose answer the server refused after a while. */
export function restoreReminder(item: Pick<UpcomingMedication, 'medicationId' | 'scheduledTime'>) {
  note({ type: 'restored', key: keyOf(item) }, undefined);
}

function note(action: DismissedAction, today: string | undefined): void {
  // Another tab may have written since.
  const before = isKept ? read() : dismissedReminders();
  remembered = dismissedAfter(before, action, today);
  // Where it cannot be kept, what was dismissed is forgotten with the page.
  isKept = keepHere(PLACE, JSON.stringify(remembered));
  for (const tell of watchers) tell();
}

function readAgain({ key }: StorageEvent): void {
  // No key: everything was cleared.
  if (key !== PLACE && key !== null) return;
  remembered = read();
  for (const tell of watchers) tell();
}

function read(): Dismissed {
  try {
    const kept: unknown = JSON.parse(keptHere(PLACE) ?? 'null');
    return isDismissed(kept) ? kept : NONE;
  } catch {
    // Something else under that name: the memory starts empty.
    return NONE;
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
