import type { ComponentType } from 'react';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import type { LateLineProps } from './LateLine.tsx';

/** What tells an administrator of a dose in a line, where another device rings; once it is loaded. */
export function useLookingOn(isWanted: boolean): ComponentType<LateLineProps> | undefined {
  const module = useAtHand(loadLateLine, { afterMs: 0, isWanted });
  return isWanted ? module?.LateLine : undefined;
}

const loadLateLine = () => import('./LateLine.tsx');
