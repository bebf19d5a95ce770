import { keepHere, keptHere } from './kept-here.ts';

/**
 * An object that this browser stores under a name and all its tabs share. Fields that are missing in what
 * is stored are those of `first`.
 */
export function storedValue<Value extends object>(name: string, first: Value) {
  let current: Value | undefined;
  /** Whether `current` is also stored, so that what is stored is the newest. */
  let isStored = true;
  const watchers = new Set<() => void>();
  const tellAll = () => {
    for (const tell of watchers) tell();
  };

  function read(): Value {
    try {
      return { ...first, ...JSON.parse(keptHere(name) ?? '{}') };
    } catch {
      return first;
    }
  }

  function readAgain({ key }: StorageEvent): void {
    // No key: everything was cleared.
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
      // Another tab may have written since.
      current = next(isStored ? read() : (current ?? first));
      // A browser without storage forgets the value with the page.
      isStored = keepHere(name, JSON.stringify(current));
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
