import type { QueryClient } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import type { PhotoCalls, ShownPhoto } from '../contract.ts';
import { MOST_IN_A_PAGE } from '../limits.ts';

const calls = callersOf<PhotoCalls>()({ listNewest: 'GET /api/photos' });

export const PHOTOS = ['photos'];

/** Enough for the first screens; what follows is read meanwhile, in larger pages. */
const FIRST_PAGE = 24;

export type NewestPage = Awaited<ReturnType<typeof calls.listNewest>>;

/** The query of the photos of all albums, in pages that end at a cursor. */
export const NEWEST = {
  queryKey: [...PHOTOS, 'newest'],
  initialPageParam: '',
  queryFn: ({ pageParam: cursor }: { pageParam: string }) =>
    calls.listNewest({
      query: cursor === '' ? { limit: FIRST_PAGE } : { limit: MOST_IN_A_PAGE, cursor },
    }),
};

/** Prefetches the first photos, before somebody sees them; answers them. */
export async function photosAtHand(client: QueryClient): Promise<readonly ShownPhoto[]> {
  const { pages } = await client.fetchInfiniteQuery({ ...NEWEST, staleTime: MINUTE_MS });
  return pages[0]?.photos ?? [];
}
