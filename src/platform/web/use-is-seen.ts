import { useSyncExternalStore } from 'react';

/** True if the page is visible: not in the background, and the device is awake. */
export function useIsSeen(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible');
}

function watch(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}
