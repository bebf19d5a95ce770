import { useEffect, useRef } from 'react';
import { entryState, stateAbove } from './history-depth.ts';

/** Number of overlays opened on this page; each overlay has a higher number than those below it. */
let opened = 0;

/**
 * Number of an overlay that has just closed and whose history entry still exists. An overlay that
 * opens at the same time reuses that entry.
 */
let left: number | undefined;

/** Adds a history entry for an overlay, so that the browser's Back calls `onBack`. */
export function useBackCloses(onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    const mine = takeOver() ?? add();
    const hear = () => {
      if ((entryState().opened ?? 0) < mine) latest.current();
    };
    addEventListener('popstate', hear);
    return () => {
      removeEventListener('popstate', hear);
      leave(mine);
    };
  }, []);
}

function takeOver(): number | undefined {
  if (left === undefined || left !== entryState().opened) return undefined;
  const taken = left;
  left = undefined;
  return taken;
}

function add(): number {
  const { opened: before } = entryState();
  // The history entry of a reloaded page can name an overlay that the page does not show any more.
  // That entry is reused.
  const isStale = opened === 0 && before !== undefined;
  opened = Math.max(opened, before ?? 0) + 1;
  if (isStale) history.replaceState({ ...entryState(), opened }, '');
  else history.pushState({ ...stateAbove(), opened }, '');
  return opened;
}

/**
 * Removes the history entry of the overlay, unless Back closed the overlay and has removed the
 * entry.
 */
function leave(mine: number): void {
  if (entryState().opened !== mine) return;
  left = mine;
  queueMicrotask(() => {
    if (left !== mine) return;
    left = undefined;
    history.back();
  });
}
