import { useEffect, useState } from 'react';

interface FetchLimits {
  /** How long after it is wanted, in milliseconds: when whatever the first screen needs is there. */
  readonly afterMs: number;
  /** Nothing is loaded without it; wanted unless told. */
  readonly isWanted?: boolean;
  /** It is loaded at once. */
  readonly isNeeded?: boolean;
  /** With each change of it, what could not be loaded is tried again. */
  readonly again?: unknown;
}

/**
 * What the first screen does without, for the sake of its size (lazy loading): loaded when the
 * screen is at rest, and undefined until then and where it is not wanted. `load` must be the same
 * function each time.
 */
export function useAtHand<Module>(
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
        // Without a connection, whoever asked goes on without it.
        () => undefined,
      );
    if (isNeeded) return begin();
    const timer = setTimeout(begin, afterMs);
    return () => clearTimeout(timer);
  }, [loaded, load, afterMs, isWanted, isNeeded, again]);
  return isWanted ? loaded?.module : undefined;
}
