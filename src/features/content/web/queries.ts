import { type QueryClient, useQuery } from '@tanstack/react-query';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { type AnswerOf, callersOf } from '#platform/web/api.ts';
import type { ArticlePageCalls, ContentCalls, ContentKind } from '../contract.ts';

const REFRESH_MS = MINUTE_MS;

/** Time for which an opened article stays fresh. */
const PAGE_STANDS_MS = 10 * MINUTE_MS;

type Reader<Kind extends ContentKind> = () => Promise<AnswerOf<ContentCalls[Kind]['list']>>;

const LISTS: { readonly [Kind in ContentKind]: Reader<Kind> } = {
  videos: callersOf<ContentCalls['videos']>()({ list: 'GET /api/videos' }).list,
  playlists: callersOf<ContentCalls['playlists']>()({ list: 'GET /api/playlists' }).list,
  articles: callersOf<ContentCalls['articles']>()({ list: 'GET /api/articles' }).list,
};

const pages = callersOf<ArticlePageCalls>()({ openArticle: 'GET /api/articles/{id}/page' });

/** The entries of one kind by position, refetched every 60 seconds. */
export function useContent<Kind extends ContentKind>(kind: Kind) {
  return useQuery({ queryKey: [kind], queryFn: () => LISTS[kind](), refetchInterval: REFRESH_MS });
}

/** Prefetches the three lists, unless they are fresh. */
export async function listsAtHand(client: QueryClient): Promise<void> {
  const read = Object.entries(LISTS).map(([kind, list]) =>
    client.prefetchQuery<unknown>({
      queryKey: [kind],
      queryFn: () => list(),
      staleTime: REFRESH_MS,
    }),
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
