import { useEffect, useRef } from 'react';
import { entryState, stateAbove } from './history-depth.ts';

/** Number of overlays opened on this page; each overlay has a higher number than those below it. */
let opened = 0;

/**
 * History entry of an overlay that has just closed; an overlay that opens at the same time reuses
 * it.
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
  // A reloaded page does not show the overlay that its history entry names.
  const isStale = opened === 0 && before !== undefined;
  opened = Math.max(opened, before ?? 0) + 1;
  if (isStale) history.replaceState({ ...entryState(), opened }, '');
  else history.pushState({ ...stateAbove(), opened }, '');
  return opened;
}

/** Removes the history entry when the overlay was not closed by Back. */
function leave(mine: number): void {
  if (entryState().opened !== mine) return;
  left = mine;
  queueMicrotask(() => {
    if (left !== mine) return;
    left = undefined;
    history.back();
  });
}
