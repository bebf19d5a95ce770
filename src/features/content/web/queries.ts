import { type QueryClient, useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { callersOf } from '#kit/web/api.ts';
import type {
  Article,
  ArticlePageCalls,
  ContentCalls,
  ContentKind,
  Playlist,
  Video,
} from '../contract.ts';

const videos = callersOf<ContentCalls['videos']>()({ list: 'GET /api/videos' });
const playlists = callersOf<ContentCalls['playlists']>()({ list: 'GET /api/playlists' });
const articles = callersOf<ContentCalls['articles']>()({ list: 'GET /api/articles' });
const pages = callersOf<ArticlePageCalls>()({ openArticle: 'GET /api/articles/{id}/page' });

const REFRESH_MS = MINUTE_MS;

/** So long an article that was opened stays as it is. */
const PAGE_STANDS_MS = 10 * MINUTE_MS;

interface Items {
  readonly videos: Video;
  readonly playlists: Playlist;
  readonly articles: Article;
}

const LISTS: { readonly [Kind in ContentKind]: () => Promise<Items[Kind][]> } = {
  videos: () => videos.list(),
  playlists: () => playlists.list(),
  articles: () => articles.list(),
};

/** All of one kind by order, read again every 60 seconds. */
export function useContent<Kind extends ContentKind>(kind: Kind) {
  return useQuery({ queryKey: [kind], queryFn: LISTS[kind], refetchInterval: REFRESH_MS });
}

/** Reads the three lists before somebody wants to see them, unless they were just read. */
export async function listsAtHand(client: QueryClient): Promise<void> {
  const read = Object.entries(LISTS).map(([kind, queryFn]) =>
    client.prefetchQuery<unknown>({ queryKey: [kind], queryFn, staleTime: REFRESH_MS }),
  );
  await Promise.all(read);
}

/** Whether an article is shown in a frame, as text, or not at all. */
export function useArticlePage(id: string) {
  return useQuery({
    queryKey: ['article-page', id],
    queryFn: () => pages.openArticle({ params: { id } }),
    staleTime: PAGE_STANDS_MS,
  });
}
