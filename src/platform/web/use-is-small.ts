import { useSyncExternalStore } from 'react';

/** Narrower than the second breakpoint of theme.css, or a phone in landscape orientation. */
const SMALL = '(width < 45em), (height < 30em) and (pointer: coarse)';

export function isSmall(): boolean {
  return window.matchMedia?.(SMALL).matches ?? false;
}

/** True on a phone-sized window, in portrait or landscape. */
export function useIsSmall(): boolean {
  return useSyncExternalStore(watch, isSmall);
}

function watch(look: () => void): () => void {
  const query = window.matchMedia?.(SMALL);
  query?.addEventListener('change', look);
  return () => query?.removeEventListener('change', look);
}
