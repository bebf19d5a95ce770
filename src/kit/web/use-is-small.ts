import { useSyncExternalStore } from 'react';

/** Narrower than the second breakpoint, as a phone held upright, or a phone that is turned. */
const SMALL = '(width < 45em), (height < 30em) and (pointer: coarse)';

export function isSmall(): boolean {
  return window.matchMedia?.(SMALL).matches ?? false;
}

/** Whether the window is as narrow as a phone, also when it is turned. */
export function useIsSmall(): boolean {
  return useSyncExternalStore(watch, isSmall);
}

function watch(look: () => void): () => void {
  const query = window.matchMedia?.(SMALL);
  query?.addEventListener('change', look);
  return () => query?.removeEventListener('change', look);
}
