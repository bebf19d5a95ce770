import { useContext, useMemo, useSyncExternalStore } from 'react';
import { TabLeads } from '#platform/web/tab-leader.ts';
import type { UpcomingMedication } from '../../contract.ts';
import { keyOf } from '../reminder-machine.ts';
import { useDayAlert } from '../use-day-alert.ts';
import { dismissedReminders, watchDismissed } from './dismissed-store.ts';
import { ReminderStands } from './reminder-open.ts';

/**
 * Sounds My Day's alert for due doses whose reminder was closed. The other doses have the alarm of
 * the pop-up, and the two never sound together.
 */
export function useClosedAlert(items: readonly UpcomingMedication[], isWanted: boolean): void {
  const isReminderStanding = useContext(ReminderStands);
  const isOurs = useContext(TabLeads);
  const { keys } = useSyncExternalStore(watchDismissed, dismissedReminders);
  const closed = useMemo(() => items.filter((item) => keys.includes(keyOf(item))), [items, keys]);
  useDayAlert(closed, isWanted && isOurs && !isReminderStanding);
}
