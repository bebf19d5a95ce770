import { useSyncExternalStore } from 'react';

/** Whether the page is looked at: not in the background, the device not asleep. */
export function useIsSeen(): boolean {
  return useSyncExternalStore(watch, () => document.visibilityState === 'visible');
}

function watch(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell);
  return () => document.removeEventListener('visibilitychange', tell);
}
