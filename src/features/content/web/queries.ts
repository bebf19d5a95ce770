import { type QueryClient, useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import type { ContentCalls } from '../contract.ts';

const calls = callersOf<ContentCalls>()({
  listVideos: 'GET /api/videos',
  listPlaylists: 'GET /api/playlists',
  listArticles: 'GET /api/articles',
  openArticle: 'GET /api/articles/{id}/page',
});

const REFRESH_MS = MINUTE_MS;

/** So long an article that was opened stays as it is. */
const PAGE_STANDS_MS = 10 * MINUTE_MS;

const VIDEOS = { queryKey: ['videos'], queryFn: () => calls.listVideos() };
const PLAYLISTS = { queryKey: ['playlists'], queryFn: () => calls.listPlaylists() };
const ARTICLES = { queryKey: ['articles'], queryFn: () => calls.listArticles() };

/** The videos by order, read again every 60 seconds. */
export function useVideos() {
  return useQuery({ ...VIDEOS, refetchInterval: REFRESH_MS });
}

/** The playlists by order, read again every 60 seconds. */
export function usePlaylists() {
  return useQuery({ ...PLAYLISTS, refetchInterval: REFRESH_MS });
}

/** The articles by order, read again every 60 seconds. */
export function useArticles() {
  return useQuery({ ...ARTICLES, refetchInterval: REFRESH_MS });
}

/** Reads the three lists before somebody wants to see them, unless they were just read. */
export async function listsAtHand(client: QueryClient): Promise<void> {
  const staleTime = REFRESH_MS;
  await Promise.all([
    client.prefetchQuery({ ...VIDEOS, staleTime }),
    client.prefetchQuery({ ...PLAYLISTS, staleTime }),
    client.prefetchQuery({ ...ARTICLES, staleTime }),
  ]);
}

/** Whether an article is shown in a frame, as text, or not at all. */
export function useArticlePage(id: string) {
  return useQuery({
    queryKey: ['article-page', id],
    queryFn: () => calls.openArticle({ params: { id } }),
    staleTime: PAGE_STANDS_MS,
  });
}
