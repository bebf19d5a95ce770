import { useEffect, useEffectEvent } from 'react';

interface Watcher extends EventTarget {
  destroy(): void;
}

/** Only some browsers have it, and TypeScript's types do not include it yet. */
interface WithCloseWatcher {
  readonly CloseWatcher?: new () => Watcher;
}

/** The Back gesture of a phone closes the overlay instead of leaving the page (CloseWatcher). */
export function useCloseRequests(onClose: () => void): void {
  const ask = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WithCloseWatcher;
    if (CloseWatcher === undefined) return;
    let watcher: Watcher | undefined;
    const watch = () => {
      watcher = new CloseWatcher();
      // The overlay decides whether it closes: it may have to ask first.
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
