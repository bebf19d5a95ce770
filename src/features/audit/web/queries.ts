import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { callersOf } from '#platform/web/api.ts';
import type { AuditCalls } from '../contract.ts';

const calls = callersOf<AuditCalls>()({ list: 'GET /api/audit' });

/** Query key of the audit log; changes of people or invitations invalidate it. */
export const AUDIT_TRAIL = ['audit-trail'];

export const PAGE = 20;

export type AuditFilter = Pick<CallOf<AuditCalls['list']>['query'], 'action' | 'from' | 'to'>;

/** Reads the audit log page by page, newest first; super admins only. */
export function useAuditTrail(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: [...AUDIT_TRAIL, filter],
    queryFn: ({ pageParam }) =>
      calls.list({ query: { ...filter, before: pageParam || undefined, limit: PAGE } }),
    // The first page has no cursor.
    initialPageParam: '',
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
