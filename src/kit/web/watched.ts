import { useSyncExternalStore } from 'react';

/** A value beside the components, which watch it (an external store). */
export function watched<Value>(first: Value) {
  let value = first;
  const watchers = new Set<() => void>();
  const get = () => value;
  const watch = (tell: () => void) => {
    watchers.add(tell);
    return () => void watchers.delete(tell);
  };
  return {
    get,
    /** Calls `tell` after each change; returns what ends that. */
    watch,
    set(next: Value): void {
      value = next;
      for (const tell of watchers) tell();
    },
    useValue: (): Value => useSyncExternalStore(watch, get, get),
  };
}
