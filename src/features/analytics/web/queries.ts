import { useEffect } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { callersOf } from '#kit/web/api.ts';
import type { AnalyticsCalls } from '../contract.ts';
import { followVisit } from './follow-visit.ts';

const calls = callersOf<AnalyticsCalls>()({ note: 'POST /api/analytics' });

export type Activity = Parameters<typeof calls.note>[0]['body']['activity'];

/**
 * Notes that the elder opened an activity, or one thing of it, while the component stands there, and
 * when it is over for how long. What anybody else opens is not noted.
 */
export function useNoteActivity(activity: Activity, itemId?: string): void {
  const isElder = useCurrentUser().data?.role === 'user';
  useEffect(() => {
    if (!isElder) return;
    const send = (what: 'started' | 'ended', duration: number) => {
      const content = `${activity}_${what}`;
      const body = { activity, duration, content, ...(itemId === undefined ? {} : { itemId }) };
      // A figure that is missing disturbs nobody: no word of it on the screen, and no second try.
      calls.note({ body, keepalive: what === 'ended' }).catch(() => undefined);
    };
    // Who is in a call looks at another window.
    return followVisit({ send, countsUnseen: activity === 'call' });
  }, [activity, itemId, isElder]);
}
