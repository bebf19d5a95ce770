import { useEffect, useEffectEvent } from 'react';

interface Watcher extends EventTarget {
  destroy(): void;
}

/**
 * Type of a window with `CloseWatcher`, which only some browsers have and which TypeScript's types
 * do not include yet.
 */
interface WithCloseWatcher {
  readonly CloseWatcher?: new () => Watcher;
}

/**
 * Calls `onClose` for the Back gesture of a phone, which would otherwise leave the page
 * (CloseWatcher).
 */
export function useCloseRequests(onClose: () => void): void {
  const ask = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WithCloseWatcher;
    if (CloseWatcher === undefined) return;
    let watcher: Watcher | undefined;
    const watch = () => {
      watcher = new CloseWatcher();
      // Cancelled, because the overlay itself decides whether it closes: it may have to ask the
      // user first.
      watcher.addEventListener('cancel', (event) => {
        event.preventDefault();
        ask();
      });
      watcher.addEventListener('close', () => {
        watch();
        ask();
      });
    };
    watch();
    return () => watcher?.destroy();
  }, []);
}
