import { useSyncExternalStore } from 'react';

/** An external store: a value outside of React that components can watch. */
export function createStore<Value>(first: Value) {
  let value = first;
  const watchers = new Set<() => void>();
  const get = () => value;
  const watch = (tell: () => void) => {
    watchers.add(tell);
    return () => void watchers.delete(tell);
  };
  return {
    get,
    /** Calls `tell` after each change. Returns a function that unsubscribes. */
    watch,
    set(next: Value): void {
      value = next;
      for (const tell of watchers) tell();
    },
    useValue: (): Value => useSyncExternalStore(watch, get, get),
  };
}
