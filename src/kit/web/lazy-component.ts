import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Loads it before it is shown. */
  readonly atHand: () => Promise<void>;
}

/**
 * `lazy` of a component that is no default export: code splitting, a chunk of its own. `lazy` itself
 * waits also for what has been loaded, and React shows a fallback for 300 ms at the least; what is at
 * hand is shown at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Loading = lazy(async () => ({ default: await load() }));
  function Lazy(props: Props) {
    // The same one for as long as it is shown: another would begin anew.
    const [Shown] = useState(() => loaded ?? Loading);
    return createElement<Props>(Shown, props);
  }
  const atHand = async () => {
    loaded = await load();
  };
  return Object.assign(Lazy, { atHand });
}
