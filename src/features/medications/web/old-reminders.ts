import { useSyncExternalStore } from 'react';
import { keptDoses, watchKeptDoses } from './dose-store.ts';

/** What to say where the reminders are those of a schedule that is a week old; else undefined. */
export function useOldReminders(): string | undefined {
  const { oldSince } = useSyncExternalStore(watchKeptDoses, keptDoses);
  return oldSince && `Reminders are from ${oldSince}. Connect the tablet.`;
}
