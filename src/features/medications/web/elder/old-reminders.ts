import { useSyncExternalStore } from 'react';
import { shownDoses, watchShownDoses } from '../dose-store.ts';

/** What to say where the reminders are those of a schedule that is a week old; else undefined. */
export function useOldReminders(): string | undefined {
  const { oldSince } = useSyncExternalStore(watchShownDoses, shownDoses, shownDoses);
  return oldSince && `Reminders are from ${oldSince}. Connect the tablet.`;
}
