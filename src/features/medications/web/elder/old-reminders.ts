import { useShownDoses } from '../dose-store.ts';

/** What to say where the reminders are those of a schedule that is a week old; else undefined. */
export function useOldReminders(): string | undefined {
  const { oldSince } = useShownDoses();
  return oldSince && `Reminders are from ${oldSince}. Connect the tablet.`;
}
