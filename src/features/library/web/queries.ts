import { useQuery } from '@tanstack/react-query';
import { callersOf } from '#kit/web/api.ts';
import type { LibraryCalls } from '../contract.ts';

const calls = callersOf<LibraryCalls>()({
  listVideos: 'GET /api/videos',
  listPlaylists: 'GET /api/playlists',
  listArticles: 'GET /api/articles',
  openArticle: 'GET /api/articles/{id}/page',
});

const REFRESH_MS = 60_000;

/** So long an article that was opened stays as it is. */
const PAGE_STANDS_MS = 600_000;

/** The videos by order, read again every 60 seconds. */
export function useVideos() {
  return useQuery({
    queryKey: ['videos'],
    queryFn: () => calls.listVideos(),
    refetchInterval: REFRESH_MS,
  });
}

/** The playlists by order, read again every 60 seconds. */
export function usePlaylists() {
  return useQuery({
    queryKey: ['playlists'],
    queryFn: () => calls.listPlaylists(),
    refetchInterval: REFRESH_MS,
  });
}

/** The articles by order, read again every 60 seconds. */
export function useArticles() {
  return useQuery({
    queryKey: ['articles'],
    queryFn: () => calls.listArticles(),
    refetchInterval: REFRESH_MS,
  });
}

/** Whether an article is shown in a frame, as text, or not at all. */
export function useArticlePage(id: string) {
  return useQuery({
    queryKey: ['article-page', id],
    queryFn: () => calls.openArticle({ params: { id } }),
    staleTime: PAGE_STANDS_MS,
  });
}
