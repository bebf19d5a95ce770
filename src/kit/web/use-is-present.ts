import { useSyncExternalStore } from 'react';

/** Whether the page has an element that matches this selector, which stays the same. */
export function useIsPresent(selector: string): boolean {
  return useSyncExternalStore(watch, () => document.querySelector(selector) !== null);
}

function watch(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}
