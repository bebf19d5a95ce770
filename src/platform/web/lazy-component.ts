import { type ComponentType, createElement, type FunctionComponent, lazy, useState } from 'react';

interface LazyComponent<Props> extends FunctionComponent<Props> {
  /** Preloads the component, so that it is shown without a fallback. */
  readonly atHand: () => Promise<void>;
}

/**
 * Code splitting like React's `lazy`, for a component that is no default export. `lazy` suspends
 * even if the component is loaded and shows a fallback for at least 300 ms; here a preloaded
 * component is shown at once.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Loading = lazy(async () => ({ default: await load() }));
  function Lazy(props: Props) {
    // The choice stays the same while the component is mounted: switching to the loaded component
    // would reset its state.
    const [Shown] = useState(() => loaded ?? Loading);
    return createElement<Props>(Shown, props);
  }
  const atHand = async () => {
    loaded = await load();
  };
  return Object.assign(Lazy, { atHand });
}
