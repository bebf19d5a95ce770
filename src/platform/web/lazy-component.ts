import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Preloads the component. */
  readonly atHand: () => Promise<void>;
}

/**
 * `lazy` for a component that is no default export (code splitting into a chunk). React's `lazy`
 * suspends even after loading and shows a fallback for at least 300 ms; here a preloaded component
 * is shown at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Loading = lazy(async () => ({ default: await load() }));
  function Lazy(props: Props) {
    // Keeps the same component while it is mounted: another one would lose its state.
    const [Shown] = useState(() => loaded ?? Loading);
    return createElement<Props>(Shown, props);
  }
  const atHand = async () => {
    loaded = await load();
  };
  return Object.assign(Lazy, { atHand });
}
