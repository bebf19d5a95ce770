import { z } from 'zod';
import { content } from '#database/schema/content.ts';
import { type Binnable, type Deleting, putBack, putInBin } from '#features/bin/server.ts';
import { putPicturesInBin, takePicturesOutOfBin } from '#features/pictures/server.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import { some } from '#platform/shared/refusal.ts';
import { contentRefusal, contentRefusals } from '../refusals.ts';
import type { ContentRow } from './content-rows.ts';
import { holdShelf, renumberShelf } from './ordering.ts';

const BIN_KIND = { videos: 'video', playlists: 'playlist', articles: 'article' } as const;

/** Records an entry in the bin before it is deleted. */
export async function binContent(deleting: Deleting, row: ContentRow): Promise<void> {
  const { id, kind, title: name, thumbnail } = row;
  const files = thumbnail === null ? [] : [thumbnail];
  await putInBin(deleting, [{ id, kind: BIN_KIND[kind], name, thumbnail, files }], content);
  const { db, account, now } = deleting;
  await putPicturesInBin(db, { accountId: account.id, now }, { shown: files });
}

export function contentFull({ content: most }: HouseholdLimits): Refusal {
  return contentRefusal('content-full', `There is room for ${most}. Please delete one first.`);
}

const kept = z.looseObject({
  kind: z.enum(['videos', 'playlists', 'articles']),
  order: z.number(),
  thumbnail: z.string().nullable(),
});

/** Restores videos, playlists and articles to their former position. */
export const contentInBin: Binnable = {
  kinds: Object.values(BIN_KIND),
  refusals: some(contentRefusals, 'content-full'),
  async restore(things, _inside, { db, account, limits }) {
    for (const { id, row } of things.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
      const { kind, order, thumbnail } = kept.parse(row);
      const shelf = { kind, accountId: account.id };
      const ids = await holdShelf(db, shelf);
      if (ids.length >= limits.content) throw contentFull(limits);
      await putBack(db, content, [row]);
      await renumberShelf(db, shelf, ids.toSpliced(order, 0, id));
      const shown = thumbnail === null ? [] : [thumbnail];
      await takePicturesOutOfBin(db, account.id, 'thumbnail', { shown });
    }
  },
};
