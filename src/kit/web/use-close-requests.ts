import { useEffect, useEffectEvent } from 'react';

interface Watcher extends EventTarget {
  destroy(): void;
}

/** Browsers that have it; the types of the language do not know it yet. */
interface WithCloseWatcher {
  readonly CloseWatcher?: new () => Watcher;
}

/** The way back of a phone closes what is open and does not leave the page (CloseWatcher). */
export function useCloseRequests(onClose: () => void): void {
  const ask = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as WithCloseWatcher;
    if (CloseWatcher === undefined) return;
    let watcher: Watcher | undefined;
    const watch = () => {
      watcher = new CloseWatcher();
      // Whether it closes is for what is open to say: it may have to ask first.
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
