import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { useNow } from '#platform/web/use-now.ts';
import { type Silenced, silencedAt } from '../silenced.ts';
import { useUpcomingMedications } from '../todays-doses.ts';
import { dismissedReminders, watchDismissed } from './dismissed-store.ts';
import { localSnoozes, watchSnoozes } from './snooze-store.ts';

/**
 * Returns the doses that could ring now but are silenced on this tablet or were snoozed on another.
 */
export function useSilenced(timezone: string | undefined): Silenced | undefined {
  // Renders every minute, because a window may have ended.
  useNow(MINUTE_MS);
  const { data = [] } = useUpcomingMedications();
  const dismissed = useSyncExternalStore(watchDismissed, dismissedReminders);
  const snoozes = useSyncExternalStore(watchSnoozes, localSnoozes);
  return silencedAt(data, dismissed, snoozes, serverNow(), timezone);
}
