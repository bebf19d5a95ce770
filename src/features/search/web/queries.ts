import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { SearchCalls } from '../contract.ts';

const calls = callersOf<SearchCalls>()({ find: 'GET /api/search' });

/** What the server finds; nothing of it, nor of what was typed, is kept afterwards. */
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
