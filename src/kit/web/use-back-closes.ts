import { useEffect, useRef } from 'react';
import { entryState, stateAbove } from './history-depth.ts';

/** How many have been opened on this page; each has a number above those below it. */
let opened = 0;

/** The entry of something that was just closed: whatever is opened with that takes it over. */
let left: number | undefined;

/** What covers a screen has an entry of its own in the browser's history: its Back calls `onBack`. */
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
  // A page that was loaded anew shows nothing of what its entry says.
  const isStale = opened === 0 && before !== undefined;
  opened = Math.max(opened, before ?? 0) + 1;
  if (isStale) history.replaceState({ ...entryState(), opened }, '');
  else history.pushState({ ...stateAbove(), opened }, '');
  return opened;
}

/** Closed otherwise than by Back, it takes its entry away. */
function leave(mine: number): void {
  if (entryState().opened !== mine) return;
  left = mine;
  queueMicrotask(() => {
    if (left !== mine) return;
    left = undefined;
    history.back();
  });
}
