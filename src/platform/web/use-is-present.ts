import { useSyncExternalStore } from 'react';

/** True if the page has an element that matches the selector. The selector must stay the same. */
export function useIsPresent(selector: string): boolean {
  return useSyncExternalStore(watch, () => document.querySelector(selector) !== null);
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
