import type { ComponentType } from 'react';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';

/** When whatever the first screen needs has long been there, in milliseconds. */
const AT_HAND_AFTER_MS = 5_000;

const load = () => import('./AskedFromAfar.tsx');

/** What does here what the family asks for from elsewhere, once it is loaded. */
export function useAskedFromAfar(
  user: PresentUser,
): ComponentType<{ user: PresentUser }> | undefined {
  const isWanted = user.role === 'user' && !user.isCareOnly;
  const module = useAtHand(load, { afterMs: AT_HAND_AFTER_MS, isWanted });
  return isWanted ? module?.AskedFromAfar : undefined;
}
