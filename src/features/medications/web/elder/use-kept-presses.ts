import { useMemo } from 'react';
import { useShownDoses, type WaitingPress, waitingKeys } from '../dose-store.ts';

/** What was pressed on this tablet and is not delivered yet. */
export function useOutbox(): readonly WaitingPress[] {
  return useShownDoses().presses;
}

/** The doses, as `keyOf` names them, whose answer could not be delivered at once. */
export function useWaitingKeys(): ReadonlySet<string> {
  const presses = useOutbox();
  return useMemo(() => waitingKeys(presses), [presses]);
}
