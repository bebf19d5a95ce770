import { type Feature, feature } from '#kit/server/feature.ts';
import { libraryCalls } from './contract.ts';
import { articleKind, playlistKind, videoKind } from './server/content-kinds.ts';
import { type LibraryParts, shelfOf } from './server/content-service.ts';
import { keepDuration } from './server/keep-duration.ts';
import { articleOpener } from './server/open-article.ts';

export { libraryInArchive } from './server/portable.ts';

/** Videos, playlists and articles, and the pages behind the articles. */
export function libraryFeature(parts: LibraryParts & { readonly publicUrl: string }): Feature {
  const videos = shelfOf(videoKind, parts);
  const playlists = shelfOf(playlistKind, parts);
  const articles = shelfOf(articleKind, parts);
  return feature(libraryCalls, {
    listVideos: (_call, context) => videos.list(context),
    addVideo: { outsideTransaction: ({ body }, context) => videos.add(body, context) },
    updateVideo: {
      outsideTransaction: ({ params, body }, context) => videos.update(params.id, body, context),
    },
    removeVideo: ({ params }, context) => videos.remove(params.id, context),
    reorderVideos: ({ body }, context) => videos.reorder(body.ids, context),
    tellDuration: ({ params, body }, { db, account }) =>
      keepDuration(db, account.id, { ...params, ...body }),

    listPlaylists: (_call, context) => playlists.list(context),
    addPlaylist: {
      outsideTransaction: ({ body: { name, spotifyUrl, ...rest } }, context) =>
        playlists.add({ title: name, url: spotifyUrl, ...rest }, context),
    },
    updatePlaylist: {
      outsideTransaction: ({ params, body: { name, spotifyUrl, ...rest } }, context) =>
        playlists.update(params.id, { title: name, url: spotifyUrl, ...rest }, context),
    },
    removePlaylist: ({ params }, context) => playlists.remove(params.id, context),
    reorderPlaylists: ({ body }, context) => playlists.reorder(body.ids, context),

    listArticles: (_call, context) => articles.list(context),
    addArticle: { outsideTransaction: ({ body }, context) => articles.add(body, context) },
    updateArticle: {
      outsideTransaction: ({ params, body }, context) => articles.update(params.id, body, context),
    },
    removeArticle: ({ params }, context) => articles.remove(params.id, context),
    reorderArticles: ({ body }, context) => articles.reorder(body.ids, context),

    openArticle: { outsideTransaction: articleOpener(parts) },
  });
}
