import { useEffect, useState } from 'react';
import { doseWindow } from '#features/idle-frame/domain/idle-rules.ts';
import type { UpcomingMedication } from '#features/medications/contract.ts';
import { useUpcomingMedications } from '#features/medications/web/todays-doses.ts';
import { wakeAt } from '#platform/web/exact-timer.ts';
import { serverNow } from '#platform/web/server-clock.ts';

const NONE: UpcomingMedication[] = [];

/** True while the window of an unanswered dose is open; uses an exact timer, not polling. */
export function useIsDoseOpen(): boolean {
  const { data = NONE, dataUpdatedAt } = useUpcomingMedications();
  // An object, so that two updates in the same millisecond still set the next timer.
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
