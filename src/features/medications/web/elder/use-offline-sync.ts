import type { ComponentType } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { doEntriesWait } from '#platform/web/offline/outbox-flag.ts';
import { usePreloaded } from '#platform/web/use-preloaded.ts';
import { PRESSES } from '../dose-store.ts';
import { useAnsweredDoses } from '../todays-doses.ts';
import type { TabletMemoryProps } from './OfflineSync.tsx';
import { loadAnswering } from './use-answer-doses.ts';

/** Delay in milliseconds, after which the resources of the first screen have been loaded. */
const AT_HAND_AFTER_MS = 5_000;

/**
 * Returns `TabletMemory` once it is loaded: after the first screen, or at once if a reminder is
 * shown, the server does not respond or the outbox has entries.
 */
export function useTabletMemory(
  isReminding: boolean,
): ComponentType<TabletMemoryProps> | undefined {
  const { error, dataUpdatedAt } = useAnsweredDoses('in the background too');
  const isRemembered = useCurrentUser().data?.isRemembered === true;
  const isNeeded = isReminding || isRemembered || error !== null || doEntriesWait(PRESSES);
  // A failed import is retried with the next server response.
  const wish = { afterMs: AT_HAND_AFTER_MS, isNeeded, again: dataUpdatedAt };
  return usePreloaded(loadMemory, wish);
}

async function loadMemory() {
  const [{ TabletMemory }] = await Promise.all([import('./OfflineSync.tsx'), loadAnswering()]);
  return TabletMemory;
}
