import { useEffect, useState } from 'react';

interface FetchLimits {
  /** Delay before preloading in milliseconds, so that the first screen is loaded before. */
  readonly afterMs: number;
  /** Loading is disabled while it is false. Default: true. */
  readonly isWanted?: boolean;
  /** Loads without the delay. */
  readonly isNeeded?: boolean;
  /** A change of this value retries a failed load. */
  readonly again?: unknown;
}

/**
 * Lazy loading of a module that the first screen does not need: preloaded after a delay, and
 * undefined until then or if it is not wanted. `load` must be a stable function.
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
        // Offline, the caller continues without the module.
        () => undefined,
      );
    if (isNeeded) return begin();
    const timer = setTimeout(begin, afterMs);
    return () => clearTimeout(timer);
  }, [loaded, load, afterMs, isWanted, isNeeded, again]);
  return isWanted ? loaded?.module : undefined;
}
