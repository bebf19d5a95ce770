import { type ComponentType, createElement, type JSX, type ReactNode, Suspense } from 'react';
import { lazyComponent } from './lazy-component.ts';
import { Skeleton } from './ui/Skeleton.tsx';

/**
 * Code splitting for a part of a screen, which is loaded when it is first shown. `waiting` renders
 * the placeholder: a skeleton by default; pass `renderNothing` for a dialog.
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

/** Placeholder for a dialog while its code is loaded. */
export const renderNothing = () => null;
