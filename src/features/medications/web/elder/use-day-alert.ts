import { useContext, useEffect, useSyncExternalStore } from 'react';
import { wakeAt } from '#kit/web/exact-timer.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { TabLeads } from '#kit/web/tab-leader.ts';
import { soundOnce, useSoundUnlocked } from '#kit/web/voice/chime.ts';
import type { UpcomingMedication } from '../../contract.ts';
import { nextDayAlert } from '../../day-alert.ts';
import type { TabMessage } from '../other-tabs.ts';
import { keyOf } from '../reminder-machine.ts';
import { useHearOtherTabs, useTellOtherTabs } from '../use-other-tabs.ts';
import { dismissedReminders, watchDismissed } from './dismissed-store.ts';
import { ReminderStands } from './reminder-open.ts';

/** My Day's own alert: higher, and only once. */
const DAY_ALERT = { pitch: 800, seconds: 0.8 };
const DAY_ALERT_LOUDNESS = 0.8;

/** Kept beside the screen: leaving My Day and coming back does not sound it sooner. */
let lastAlertAt = Number.NEGATIVE_INFINITY;

/**
 * Sounds My Day's alert for what is due now and whose reminder was closed: the others have the
 * pop-up's alarm, and the two never sound together.
 */
export function useDayAlert(items: readonly UpcomingMedication[], isWanted: boolean): void {
  const isReminderStanding = useContext(ReminderStands);
  const isUnlocked = useSoundUnlocked();
  const { keys } = useSyncExternalStore(watchDismissed, dismissedReminders);
  const isOurs = useContext(TabLeads);
  const tell = useTellOtherTabs();
  useHearOtherTabs(noteAlert);
  const maySound = isWanted && isUnlocked && isOurs && !isReminderStanding;
  // biome-ignore lint/correctness/useExhaustiveDependencies: telling is no reason to look again
  useEffect(() => {
    if (!maySound) return;
    const closed = items.filter((item) => keys.includes(keyOf(item)));
    let cancel: () => void = () => undefined;
    const look = () => {
      cancel();
      const now = serverNow();
      const next = nextDayAlert(closed, now, lastAlertAt);
      if (next === undefined) return;
      if (next > now) {
        cancel = wakeAt(next, look);
        return;
      }
      lastAlertAt = now;
      soundOnce(DAY_ALERT, DAY_ALERT_LOUDNESS);
      tell({ kind: 'alerted', at: now });
      look();
    };
    look();
    return () => cancel();
  }, [items, keys, maySound]);
}

function noteAlert(message: TabMessage): void {
  if (message.kind === 'alerted') lastAlertAt = Math.max(lastAlertAt, message.at);
}
