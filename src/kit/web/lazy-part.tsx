import { type ComponentType, createElement, type JSX, type ReactNode, Suspense } from 'react';
import { lazyComponent } from './lazy-component.ts';
import { Skeleton } from './ui/Skeleton.tsx';

/**
 * Code splitting of a part of a screen: loaded when it is first shown. Until then `waiting` keeps its
 * place: usually a skeleton, nothing for a dialog, which is only on its way.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => <Skeleton className="h-80 w-full rounded-box" />,
): (props: Props) => JSX.Element {
  const Part = lazyComponent(load);
  return function LazyPart(props) {
    return <Suspense fallback={waiting(props)}>{createElement(Part, props)}</Suspense>;
  };
}

/** What a dialog shows while it is loaded: it opens a moment later. */
export const nothing = () => null;
