import { articles, playlists, videos } from '#database/schema/content.ts';
import { pictureField } from '#features/pictures/server.ts';
import { archived, type Field, type TablePart } from '#kit/server/archive/portable.ts';
import { LineRefused, text } from '#kit/server/archive/portable-fields.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import { articleKind, playlistKind, videoKind } from './content-kinds.ts';

const LONGEST_TITLE = 1_000;

/** Only what can be shown, as when it is added by hand. */
const address = (checked: (url: string) => string): Field => ({
  is: text(4_000),
  read(url) {
    try {
      return checked(String(url));
    } catch {
      throw new LineRefused('this address cannot be shown here');
    }
  },
});

const restoring = { mostRows: ({ content }: HouseholdLimits) => content };

/** What stands behind Watch, Listen and Read, each in its order. */
export const contentInArchive: TablePart = {
  // Of downloads that were made before, too.
  name: 'library',
  version: 1,
  tables: [
    archived(videos, {
      name: 'videos',
      kind: 'video',
      order: [videos.order],
      longest: LONGEST_TITLE,
      fields: { url: address(videoKind.checked), duration: text(20), thumbnail: pictureField() },
      keepsOut: { words: 'videos' },
      restoring,
    }),
    archived(playlists, {
      name: 'playlists',
      kind: 'playlist',
      order: [playlists.order],
      longest: LONGEST_TITLE,
      fields: { spotifyUrl: address(playlistKind.checked), thumbnail: pictureField() },
      added: { thumbnail: null },
      without: ['askAt', 'asks'],
      keepsOut: { words: 'playlists' },
      restoring,
    }),
    archived(articles, {
      name: 'articles',
      kind: 'article',
      order: [articles.order],
      longest: LONGEST_TITLE,
      fields: { url: address(articleKind.checked), thumbnail: pictureField() },
      added: { thumbnail: null },
      without: ['askAt', 'asks'],
      keepsOut: { words: 'articles' },
      restoring,
    }),
  ],
};
