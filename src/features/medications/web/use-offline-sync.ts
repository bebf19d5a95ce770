import type { ComponentType } from 'react';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import type { TabletMemoryProps } from './OfflineSync.tsx';
import { doPressesWait } from './presses-wait.ts';
import { useAnsweredDoses } from './todays-doses.ts';

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

/** Small first screens: what takes an answer comes after them, or with the first answer. */
export const loadAnswering = () => import('./answer-doses.ts');

/**
 * The memory once it is loaded: when the screen is at rest, or at once where a reminder stands, the
 * server does not answer or something waits to be delivered.
 */
export function useTabletMemory(
  isReminding: boolean,
): ComponentType<TabletMemoryProps> | undefined {
  const { error, dataUpdatedAt } = useAnsweredDoses('in the background too');
  const isNeeded = isReminding || error !== null || doPressesWait();
  // What could not be loaded is tried with the next answer.
  const wish = { afterMs: AT_HAND_AFTER_MS, isNeeded, again: dataUpdatedAt };
  return useAtHand(loadMemory, wish);
}

async function loadMemory() {
  const [{ TabletMemory }] = await Promise.all([import('./OfflineSync.tsx'), loadAnswering()]);
  return TabletMemory;
}
