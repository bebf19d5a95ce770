import type { ComponentProps, ComponentType } from 'react';
import { useAtHand } from '#kit/web/use-at-hand.ts';
import type { TakenTwice } from './TakenTwice.tsx';
import { type TakenBefore, useTakenBefore } from './taken-before.ts';

/** What asks about the first dose that was taken before; with the component once it is loaded. */
export function useTakenTwice():
  | { asked: TakenBefore; Question: ComponentType<ComponentProps<typeof TakenTwice>> }
  | undefined {
  const known = useTakenBefore();
  const asked = known.find(({ isOpen }) => isOpen);
  const isNeeded = asked !== undefined;
  const module = useAtHand(loadTakenTwice, {
    afterMs: 0,
    isWanted: isNeeded,
    isNeeded,
    again: asked,
  });
  return asked && module && { asked, Question: module.TakenTwice };
}

const loadTakenTwice = () => import('./TakenTwice.tsx');
