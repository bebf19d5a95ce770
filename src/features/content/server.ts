import { type Feature, feature } from '#kit/server/feature.ts';
import { articlePageCalls, contentCalls } from './contract.ts';
import { articleKind, playlistKind, videoKind } from './server/content-kinds.ts';
import { type ContentParts, contentRoutes } from './server/content-service.ts';
import { articleOpener } from './server/open-article.ts';

export { contentInArchive } from './server/portable.ts';

/** Videos, playlists and articles, and the pages behind the articles. */
export function contentFeatures(parts: ContentParts & { readonly publicUrl: string }): Feature[] {
  return [
    feature(contentCalls.videos, contentRoutes(videoKind, parts)),
    feature(contentCalls.playlists, contentRoutes(playlistKind, parts)),
    feature(contentCalls.articles, contentRoutes(articleKind, parts)),
    feature(articlePageCalls, { openArticle: { outsideTransaction: articleOpener(parts) } }),
  ];
}
