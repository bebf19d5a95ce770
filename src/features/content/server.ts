import { type Feature, feature } from '#platform/server/feature.ts';
import { articlePageCalls, contentCalls, durationCalls } from './contract.ts';
import { backfillPictures } from './server/backfill-pictures.ts';
import { articleKind, playlistKind, videoKind } from './server/content-kinds.ts';
import { type ContentParts, contentRoutes } from './server/content-service.ts';
import { articleOpener } from './server/fetch-article.ts';
import { storeDuration } from './server/store-duration.ts';

export { contentInBin } from './server/content-in-bin.ts';
export { contentInArchive } from './server/portable.ts';

/** Endpoints for videos, playlists and articles, and for the pages of the articles. */
export function contentFeatures(parts: ContentParts & { readonly publicUrl: string }): Feature[] {
  return [
    feature(contentCalls.videos, contentRoutes(videoKind, parts)),
    feature(contentCalls.playlists, contentRoutes(playlistKind, parts)),
    feature(contentCalls.articles, contentRoutes(articleKind, parts), [backfillPictures(parts)]),
    feature(durationCalls, {
      tellDuration: ({ params, body }, { db, account }) =>
        storeDuration(db, account.id, { ...params, ...body }),
    }),
    feature(articlePageCalls, { openArticle: { outsideTransaction: articleOpener(parts) } }),
  ];
}
