import type { Dismissed } from './reminder-state.ts';

const KEY = 'dismissed-reminders';
const NONE: Dismissed = { date: '', keys: [] };

/** What this tablet dismissed, so that a reload does not bring it back. */
export function readDismissed(storage: Pick<Storage, 'getItem'> = localStorage): Dismissed {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    return isDismissed(kept) ? kept : NONE;
  } catch {
    // A browser that keeps nothing, or something else under that name: the memory starts empty.
    return NONE;
  }
}

export function keepDismissed(
  dismissed: Dismissed,
  storage: Pick<Storage, 'setItem'> = localStorage,
): void {
  try {
    storage.setItem(KEY, JSON.stringify(dismissed));
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
