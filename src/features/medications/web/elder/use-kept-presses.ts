import { useMemo } from 'react';
import { pressesByDose, useShownDoses, type WaitingPress } from '../dose-store.ts';

/** What was pressed on this tablet and is not delivered yet. */
export function useOutbox(): readonly WaitingPress[] {
  return useShownDoses().presses;
}

/** The last press of each dose that is not delivered yet, by `keyOf`. */
export function usePressesByDose(): ReadonlyMap<string, WaitingPress> {
  const presses = useOutbox();
  return useMemo(() => pressesByDose(presses), [presses]);
}
