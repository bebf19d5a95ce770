import { useMemo } from 'react';
import { pressesByDose, useShownDoses, type WaitingPress } from '../dose-store.ts';

export function useOutbox(): readonly WaitingPress[] {
  return useShownDoses().presses;
}

export function usePressesByDose(): ReadonlyMap<string, WaitingPress> {
  const presses = useOutbox();
  return useMemo(() => pressesByDose(presses), [presses]);
}
