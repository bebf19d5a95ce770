import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import type { SearchCalls } from '../contract.ts';

const calls = callersOf<SearchCalls>()({ find: 'GET /api/search' });

/** The results of the server; neither results nor search texts are cached afterwards. */
export function useFound(typed: string) {
  return useQuery({
    queryKey: ['search', typed],
    queryFn: () => calls.find({ query: { q: typed } }),
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
