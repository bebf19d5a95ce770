import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ownerOf, useCurrentUser } from '#features/sessions/web/queries.ts';
import { callersOf } from '#platform/web/api.ts';
import { createQuery } from '#platform/web/create-query.ts';
import type { AnalyticsCalls } from '../contract.ts';
import type { Activity } from '../domain/uses.ts';
import { followVisit } from './follow-visit.ts';
import { reportUse } from './waiting-uses.ts';

const calls = callersOf<Pick<AnalyticsCalls, 'read' | 'readRobust' | 'readWeeks'>>()({
  read: 'GET /api/analytics',
  readWeeks: 'GET /api/analytics/weeks',
  readRobust: 'GET /api/analytics/robust',
});

const ANALYTICS = ['analytics'];

/** Polling interval in milliseconds, in addition to the event stream. */
const REFRESH_MS = 30_000;

/**
 * Reports that an elder opened an activity or one item of it, and its duration when the component
 * unmounts. Uses of other roles are not reported.
 */
export function useRecordActivity(activity: Activity, itemId?: string): void {
  const { id, accountNumber, role } = useCurrentUser().data ?? {};
  useEffect(() => {
    if (role !== 'user' || id === undefined || accountNumber === undefined) return;
    const owner = ownerOf({ id, accountNumber });
    const send = (what: 'started' | 'ended', duration: number) => {
      const content = `${activity}_${what}`;
      // The error is ignored, because a lost use only makes the figures slightly too low.
      reportUse(owner, { activity, duration, content, itemId }).catch(() => undefined);
    };
    // Time in the background counts during a call, because the elder may look at another window.
    return followVisit({ send, countsUnseen: activity === 'call' });
  }, [activity, itemId, id, accountNumber, role]);
}

/** Reads the analytics; super admins only. */
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

export const useWeeksOfUse = createQuery([...ANALYTICS, 'weeks'], calls.readWeeks, {
  refetchInterval: REFRESH_MS,
  staleTime: 0,
});
