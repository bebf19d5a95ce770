import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react';
import { keptDoses, watchKeptDoses } from './kept-doses.ts';
import { doPressesWait } from './presses-wait.ts';
import type { TabletMemoryProps } from './TabletMemory.tsx';
import { useAnsweredDoses } from './todays-doses.ts';

/** When whatever the first screen needs has long been there. */
const AT_HAND_AFTER_MS = 5_000;

/** Small first screens: what takes an answer comes after them, or with the first answer. */
export const loadAnswering = () => import('./answer-doses.ts');

/** The timezone that this tablet remembers, for when it starts without a connection. */
export function useRememberedTimezone(): string | undefined {
  return useSyncExternalStore(watchKeptDoses, keptDoses).timezone;
}

/**
 * The memory once it is loaded: when the screen is at rest, or at once where a reminder stands, the
 * server does not answer or something waits to be delivered.
 */
export function useTabletMemory(
  isReminding: boolean,
): ComponentType<TabletMemoryProps> | undefined {
  const { error, dataUpdatedAt } = useAnsweredDoses();
  const isNeeded = isReminding || error !== null || doPressesWait();
  const [loaded, setLoaded] = useState<{ Memory: ComponentType<TabletMemoryProps> }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried with the next answer
  useEffect(() => {
    if (loaded) return;
    const load = () =>
      void Promise.all([import('./TabletMemory.tsx'), loadAnswering()]).then(
        ([{ TabletMemory: Memory }]) => setLoaded({ Memory }),
        () => undefined,
      );
    if (isNeeded) return load();
    const timer = setTimeout(load, AT_HAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loaded, isNeeded, dataUpdatedAt]);
  return loaded?.Memory;
}
