import type { ComponentType } from 'react';
import type { PresentUser } from '#features/sessions/web/queries.ts';
import { useAtHand } from '#kit/web/use-at-hand.ts';

/** When whatever the first screen needs has long been there, in milliseconds. */
const AT_HAND_AFTER_MS = 5_000;

const loadAlarmTest = () => import('./AlarmTest.tsx');

/** What sounds the alarm when the family tries it from afar, once it is loaded. */
export function useAlarmTest(user: PresentUser): ComponentType<{ userId: string }> | undefined {
  const isWanted = user.role === 'user' && !user.isCareOnly;
  const module = useAtHand(loadAlarmTest, { afterMs: AT_HAND_AFTER_MS, isWanted });
  return isWanted ? module?.AlarmTest : undefined;
}
