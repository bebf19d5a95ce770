import type { ComponentType } from 'react';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import { useAnsweredDoses } from '../todays-doses.ts';
import type { DoseGroupProps } from './DoseGroup.tsx';

/**
 * The pop-up of several doses, in a household that wants them together. Until it is loaded, and where
 * it cannot be, they ring one at a time.
 */
export function useDoseGroup(isWanted: boolean): ComponentType<DoseGroupProps> | undefined {
  const { dataUpdatedAt } = useAnsweredDoses();
  // What could not be loaded is tried with the next answer.
  const wish = { afterMs: 0, isWanted, isNeeded: true, again: dataUpdatedAt };
  const module = useAtHand(loadDoseGroup, wish);
  return isWanted ? module?.DoseGroup : undefined;
}

const loadDoseGroup = () => import('./DoseGroup.tsx');
