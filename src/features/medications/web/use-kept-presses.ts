import { useMemo, useSyncExternalStore } from 'react';
import { keptDoses, type WaitingPress, waitingKeys, watchKeptDoses } from './dose-store.ts';

/** What was pressed on this tablet and is not delivered yet. */
export function useKeptPresses(): readonly WaitingPress[] {
  return useSyncExternalStore(watchKeptDoses, keptDoses).presses;
}

/** The doses, as `keyOf` names them, whose answer could not be delivered at once. */
export function useWaitingKeys(): ReadonlySet<string> {
  const presses = useKeptPresses();
  return useMemo(() => waitingKeys(presses), [presses]);
}
