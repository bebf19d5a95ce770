import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOf } from '#kit/shared/endpoint.ts';
import { callersOf } from '#kit/web/api.ts';
import type { AuditCalls } from '../contract.ts';

const calls = callersOf<AuditCalls>()({ list: 'GET /api/audit' });

/** Where the trail is kept: what changes people or invitations makes it be read again. */
export const AUDIT_TRAIL = ['audit-trail'];

/** Entries at a time. */
export const PAGE = 20;

export type AuditFilter = Pick<CallOf<AuditCalls['list']>['query'], 'action' | 'from' | 'to'>;

/** What happened, newest first, one page after the other; for super admins alone. */
export function useAuditTrail(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...AUDIT_TRAIL, filter],
    queryFn: ({ pageParam }) =>
      calls.list({ query: { ...filter, before: pageParam || undefined, limit: PAGE } }),
    // The newest page is before nothing.
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
