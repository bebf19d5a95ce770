import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCurrentUser } from '#features/sessions/web/queries.ts';
import { callersOf } from '#kit/web/api.ts';
import type { AnalyticsCalls } from '../contract.ts';
import { followVisit } from './follow-visit.ts';

const calls = callersOf<AnalyticsCalls>()({
  note: 'POST /api/analytics',
  read: 'GET /api/analytics',
  readRobust: 'GET /api/analytics/robust',
});

const ANALYTICS = ['analytics'];

/** Beside the line that tells of each note at once. */
const REFRESH_MS = 30_000;

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

/** What was used, as far as it is known now; for super admins alone. */
export function useAnalytics() {
  const often = { refetchInterval: REFRESH_MS, staleTime: 0 };
  const used = useQuery({ queryKey: ANALYTICS, queryFn: () => calls.read(), ...often });
  const robust = useQuery({
    queryKey: [...ANALYTICS, 'robust'],
    queryFn: () => calls.readRobust(),
    ...often,
  });
  return {
    used: used.data,
    robust: robust.data,
    hasFailed: used.isError || robust.isError,
    readAgain: () => void Promise.all([used.refetch(), robust.refetch()]),
  };
}
