import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callersOf } from '#platform/web/api.ts';
import type { PhotoCalls } from '../contract.ts';

const calls = callersOf<PhotoCalls>()({ find: 'GET /api/photos/found' });

/** Searches the photos of all albums in pages; results are not cached. */
export function useFoundPhotos(typed: string) {
  return useInfiniteQuery({
    queryKey: ['photos', 'found', typed],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }: { pageParam: string }) =>
      calls.find({ query: cursor === '' ? { q: typed } : { q: typed, cursor } }),
    getNextPageParam: ({ next }) => next,
    enabled: typed !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
}
