import { useMemo } from 'react';
import { pressesByDose, useShownDoses, type WaitingPress } from '../dose-store.ts';

/** The undelivered presses of this tablet. */
export function useOutbox(): readonly WaitingPress[] {
  return useShownDoses().presses;
}

/** The last undelivered press of each dose, by `keyOf`. */
export function usePressesByDose(): ReadonlyMap<string, WaitingPress> {
  const presses = useOutbox();
  return useMemo(() => pressesByDose(presses), [presses]);
}
