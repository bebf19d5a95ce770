import { useShownDoses } from '../dose-store.ts';

/** Returns the warning that the schedule is more than a week old; otherwise undefined. */
export function useOldReminders(): string | undefined {
  const { oldSince } = useShownDoses();
  return oldSince && `Reminders are from ${oldSince}. Connect the tablet.`;
}
