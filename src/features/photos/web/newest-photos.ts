import type { QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { callersOf } from '#platform/web/api.ts';
import type { PhotoCalls, ShownPhoto } from '../contract.ts';
import { MAX_PAGE_SIZE } from '../limits.ts';

const calls = callersOf<PhotoCalls>()({ listNewest: 'GET /api/photos' });

export const PHOTOS = ['photos'];

/** Enough for the first screens; later pages are larger and load in the background. */
const FIRST_PAGE = 24;

export type NewestPage = Awaited<ReturnType<typeof calls.listNewest>>;

/** Query of the photos of all albums in pages with a cursor. */
export const NEWEST = {
  queryKey: [...PHOTOS, 'newest'],
  initialPageParam: '',
  queryFn: ({ pageParam: cursor }: { pageParam: string }) =>
    calls.listNewest({
      query: cursor === '' ? { limit: FIRST_PAGE } : { limit: MAX_PAGE_SIZE, cursor },
    }),
};

export async function photosAtHand(client: QueryClient): Promise<readonly ShownPhoto[]> {
  const { pages } = await client.fetchInfiniteQuery({ ...NEWEST, staleTime: MINUTE_MS });
  return pages[0]?.photos ?? [];
}
