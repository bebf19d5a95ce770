import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** `lazy` of a component that is no default export: code splitting, a chunk of its own. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load() }));
}
