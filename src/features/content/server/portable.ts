import { eq } from 'drizzle-orm';
import { content } from '#database/schema/content.ts';
import { pictureField } from '#features/pictures/server.ts';
import { archived, type Field, type TablePart } from '#platform/server/archive/portable.ts';
import { LineRefused, text } from '#platform/server/archive/portable-fields.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { ContentKind } from '../contract.ts';
import { articleKind, playlistKind, videoKind } from './content-kinds.ts';

const MAX_TITLE_LENGTH = 1_000;

/** Columns that are not exported: the state of the requests to providers. */
const ASKING = ['askAt', 'asks'] as const;

/** Accepts only addresses that have a player, as in the form. */
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

/** The rows of one kind, by position. */
const shelf = (kind: ContentKind) => ({
  name: kind,
  which: eq(content.kind, kind),
  order: [content.order],
  longest: MAX_TITLE_LENGTH,
  keepsOut: { words: kind },
  restoring: {
    mostRows: ({ content: most }: HouseholdLimits) => most,
    complete: (row: typeof content.$inferInsert) => ({ ...row, kind }),
  },
});

/** The content of Watch, Listen and Read. */
export const contentInArchive: TablePart = {
  // This name is part of existing exports.
  name: 'library',
  version: 1,
  tables: [
    archived(content, {
      ...shelf('videos'),
      kind: 'video',
      without: ['kind', 'trackCount', 'source', ...ASKING],
      fields: { url: address(videoKind.checked), duration: text(20), thumbnail: pictureField() },
    }),
    archived(content, {
      ...shelf('playlists'),
      kind: 'playlist',
      without: ['kind', 'duration', 'source', ...ASKING],
      fields: {
        title: { name: 'name', is: text(MAX_TITLE_LENGTH) },
        url: { name: 'spotifyUrl', ...address(playlistKind.checked) },
        thumbnail: pictureField(),
      },
      added: { thumbnail: null },
    }),
    archived(content, {
      ...shelf('articles'),
      kind: 'article',
      without: ['kind', 'duration', 'trackCount', ...ASKING],
      fields: { url: address(articleKind.checked), thumbnail: pictureField() },
      added: { thumbnail: null },
    }),
  ],
};
