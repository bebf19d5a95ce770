import { useEffect } from 'react';
import { wakeAt } from '#platform/web/exact-timer.ts';
import { serverNow } from '#platform/web/server-clock.ts';
import { soundOnce, useSoundUnlocked } from '#platform/web/voice/chime.ts';
import type { UpcomingMedication } from '../contract.ts';
import { nextDayAlert } from '../domain/day-alert.ts';
import type { TabMessage } from './other-tabs.ts';
import { useNotifyOtherTabs, useOtherTabMessages } from './use-other-tabs.ts';

/** The alert is a single tone of a higher pitch than the reminder's alarm. */
const DAY_ALERT = { pitch: 800, seconds: 0.8 };
const DAY_ALERT_LOUDNESS = 0.8;

/**
 * Stored in the module, so that leaving the screen and coming back does not sound the alert sooner.
 */
let lastAlertAt = Number.NEGATIVE_INFINITY;

/** Sounds the alert for each dose that is due within 5 minutes, at most every 2 minutes. */
export function useDayAlert(items: readonly UpcomingMedication[], isWanted: boolean): void {
  const isUnlocked = useSoundUnlocked();
  const tell = useNotifyOtherTabs();
  useOtherTabMessages(noteAlert);
  const maySound = isWanted && isUnlocked;
  // biome-ignore lint/correctness/useExhaustiveDependencies: telling is no reason to look again
  useEffect(() => {
    if (!maySound) return;
    let cancel: () => void = () => undefined;
    const look = () => {
      cancel();
      const now = serverNow();
      const next = nextDayAlert(items, now, lastAlertAt);
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
  }, [items, maySound]);
}

function noteAlert(message: TabMessage): void {
  if (message.kind === 'alerted') lastAlertAt = Math.max(lastAlertAt, message.at);
}
