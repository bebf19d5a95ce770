import { useEffect, useState } from 'react';
import { doseWindow } from '#features/idle-frame/domain/idle-rules.ts';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { wakeAt } from '#platform/web/exact-timer.ts';
import { serverNow } from '#platform/web/server-clock.ts';

const NONE: UpcomingMedication[] = [];

/**
 * True while an unanswered dose can be answered (its dose window is open). Updated by an exact
 * timer instead of polling.
 */
export function useIsDoseOpen(): boolean {
  const { data = NONE, dataUpdatedAt } = useUpcomingMedications();
  // The state is an object, so that two updates within the same millisecond still cause a render,
  // which sets the next timer.
  const [looked, setLooked] = useState(() => ({ now: serverNow() }));
  const { isOpen, changesAt } = doseWindow(data, looked.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer may have corrected the clock
  useEffect(() => setLooked({ now: serverNow() }), [dataUpdatedAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look sets the next timer
  useEffect(() => {
    if (changesAt === undefined) return;
    return wakeAt(changesAt, () => setLooked({ now: serverNow() }));
  }, [changesAt, looked]);
  return isOpen;
}
