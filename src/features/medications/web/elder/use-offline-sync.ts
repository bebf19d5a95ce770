import type { ComponentType } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { doEntriesWait } from '#kit/web/offline/outbox-flag.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { PRESSES } from '../dose-store.ts';
import { useAnsweredDoses } from '../todays-doses.ts';
import type { TabletMemoryProps } from './OfflineSync.tsx';
import { loadAnswering } from './use-answer-doses.ts';

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

/**
 * The memory once it is loaded: when the screen is at rest, or at once where a reminder stands, the
 * server does not answer or something waits to be delivered.
 */
export function useTabletMemory(
  isReminding: boolean,
): ComponentType<TabletMemoryProps> | undefined {
  const { error, dataUpdatedAt } = useAnsweredDoses('in the background too');
  const isRemembered = useCurrentUser().data?.isRemembered === true;
  const isNeeded = isReminding || isRemembered || error !== null || doEntriesWait(PRESSES);
  // What could not be loaded is tried with the next answer.
  const wish = { afterMs: AT_HAND_AFTER_MS, isNeeded, again: dataUpdatedAt };
  return useAtHand(loadMemory, wish);
}

async function loadMemory() {
  const [{ TabletMemory }] = await Promise.all([import('./OfflineSync.tsx'), loadAnswering()]);
  return TabletMemory;
}
