import { useEffect, useState } from 'react';

interface FetchLimits {
  /**
   * Delay before preloading, in milliseconds, so that the code of the first screen is loaded first.
   */
  readonly afterMs: number;
  /** If false, the module is not loaded. Default: true. */
  readonly isWanted?: boolean;
  /** If true, the module is loaded without the delay. */
  readonly isNeeded?: boolean;
  /** A change of this value retries a failed load. */
  readonly again?: unknown;
}

/**
 * Lazy loading of a module that the first screen does not need. Loads the module after a delay;
 * returns undefined until then, and if it is not wanted. `load` must be a stable function.
 */
export function usePreloaded<Module>(
  load: () => Promise<Module>,
  { afterMs, isWanted = true, isNeeded = false, again }: FetchLimits,
): Module | undefined {
  const [loaded, setLoaded] = useState<{ module: Module }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what could not be loaded is tried again
  useEffect(() => {
    if (loaded || !isWanted) return;
    const begin = () =>
      void load().then(
        (module) => setLoaded({ module }),
        // A failed load is ignored: the caller continues without the module, for example offline.
        () => undefined,
      );
    if (isNeeded) return begin();
    const timer = setTimeout(begin, afterMs);
    return () => clearTimeout(timer);
  }, [loaded, load, afterMs, isWanted, isNeeded, again]);
  return isWanted ? loaded?.module : undefined;
}
