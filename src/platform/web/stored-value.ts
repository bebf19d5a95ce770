import { readLocal, writeLocal } from './local-values.ts';

/**
 * An object in localStorage that all tabs of this browser share. Missing fields are taken from
 * `first`.
 */
export function storedValue<Value extends object>(name: string, first: Value) {
  let current: Value | undefined;
  /** True if `current` was written to the storage, so that the storage has the newest value. */
  let isStored = true;
  const watchers = new Set<() => void>();
  const tellAll = () => {
    for (const tell of watchers) tell();
  };

  function read(): Value {
    try {
      return { ...first, ...JSON.parse(readLocal(name) ?? '{}') };
    } catch {
      return first;
    }
  }

  function readAgain({ key }: StorageEvent): void {
    // The key of the event is null if the whole storage was cleared.
    if (key !== name && key !== null) return;
    current = read();
    tellAll();
  }

  return {
    get(): Value {
      current ??= read();
      return current;
    },
    change(next: (before: Value) => Value): void {
      // Starts from the stored value, because another tab may have written a newer one.
      current = next(isStored ? read() : (current ?? first));
      // If storage is not allowed, the value lasts only as long as the page.
      isStored = writeLocal(name, JSON.stringify(current));
      tellAll();
    },
    watch(tell: () => void): () => void {
      if (watchers.size === 0) window.addEventListener('storage', readAgain);
      watchers.add(tell);
      return () => {
        watchers.delete(tell);
        if (watchers.size === 0) window.removeEventListener('storage', readAgain);
      };
    },
  };
}
