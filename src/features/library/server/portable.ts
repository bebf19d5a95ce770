import { asc, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';
import { articles, playlists, videos } from '#database/schema/library.ts';
import { archiveNameOf } from '#features/pictures/server.ts';
import { LineRefused, type Portable, section } from '#kit/server/archive/portable.ts';
import { count, instant, number, text, written } from '#kit/server/archive/portable-fields.ts';
import { removalOf } from '#kit/server/archive/portable-undo.ts';
import { articleKind, type Kind, playlistKind, videoKind } from './content-kinds.ts';
import type { Shelf } from './ordering.ts';

const common = { number, createdAt: instant };
const title = text(1_000);
const address = text(4_000);

const video = z.strictObject({
  ...common,
  title,
  url: address,
  duration: text(20).nullable(),
  picture: z.string().nullable(),
});

const playlist = z.strictObject({
  ...common,
  name: title,
  spotifyUrl: address,
  trackCount: count.nullable(),
});

const article = z.strictObject({ ...common, title, url: address, source: title });

/** Only what can be shown, as when it is added by hand. */
function checked<Item>({ checked: asStored }: Kind<Item>, url: string): string {
  try {
    return asStored(url);
  } catch {
    throw new LineRefused('this address cannot be shown here');
  }
}

const isAny = async (db: Db, shelf: Shelf, accountId: string) =>
  (await db.select({ id: shelf.id }).from(shelf).where(eq(shelf.accountId, accountId)).limit(1))
    .length > 0;

const videosInArchive = section({
  name: 'videos',
  async *rows({ read, accountId, numbers }) {
    const rows = await read((db) =>
      db.select().from(videos).where(eq(videos.accountId, accountId)).orderBy(asc(videos.order)),
    );
    for (const {
      id,
      accountId: _,
      order: __,
      version: ___,
      thumbnail,
      createdAt,
      ...rest
    } of rows) {
      const picture = thumbnail && archiveNameOf(thumbnail);
      yield {
        row: {
          ...rest,
          number: numbers.give('video', id),
          picture: numbers.of('picture', picture) === null ? null : picture,
          createdAt: written(createdAt),
        },
      };
    }
  },
  restoring: {
    row: video,
    mostRows: ({ content }) => content,
    columns: ({ number: known, picture, ...rest }: z.output<typeof video>, { accountId, ids }) => ({
      ...rest,
      accountId,
      id: ids.give('video', known),
      url: checked(videoKind, rest.url),
      thumbnail: (picture === null ? undefined : ids.find('picture', picture)) ?? null,
      order: ids.place('video'),
    }),
    async store(db, all) {
      await db.insert(videos).values(all);
    },
  },
});

const playlistsInArchive = section({
  name: 'playlists',
  async *rows({ read, accountId, numbers }) {
    const rows = await read((db) =>
      db
        .select()
        .from(playlists)
        .where(eq(playlists.accountId, accountId))
        .orderBy(asc(playlists.order)),
    );
    for (const { id, accountId: _, order: __, version: ___, createdAt, ...rest } of rows) {
      const known = numbers.give('playlist', id);
      yield { row: { ...rest, number: known, createdAt: written(createdAt) } };
    }
  },
  restoring: {
    row: playlist,
    mostRows: ({ content }) => content,
    columns: ({ number: known, ...rest }: z.output<typeof playlist>, { accountId, ids }) => ({
      ...rest,
      accountId,
      id: ids.give('playlist', known),
      spotifyUrl: checked(playlistKind, rest.spotifyUrl),
      order: ids.place('playlist'),
    }),
    async store(db, all) {
      await db.insert(playlists).values(all);
    },
  },
});

const articlesInArchive = section({
  name: 'articles',
  async *rows({ read, accountId, numbers }) {
    const rows = await read((db) =>
      db
        .select()
        .from(articles)
        .where(eq(articles.accountId, accountId))
        .orderBy(asc(articles.order)),
    );
    for (const { id, accountId: _, order: __, version: ___, createdAt, ...rest } of rows) {
      const known = numbers.give('article', id);
      yield { row: { ...rest, number: known, createdAt: written(createdAt) } };
    }
  },
  restoring: {
    row: article,
    mostRows: ({ content }) => content,
    columns: ({ number: known, ...rest }: z.output<typeof article>, { accountId, ids }) => ({
      ...rest,
      accountId,
      id: ids.give('article', known),
      url: checked(articleKind, rest.url),
      order: ids.place('article'),
    }),
    async store(db, all) {
      await db.insert(articles).values(all);
    },
  },
});

/** What stands behind Watch, Listen and Read, each in its order. */
export const libraryInArchive: Portable = {
  name: 'library',
  version: 1,
  async present(db, accountId) {
    if (await isAny(db, videos, accountId)) return 'videos';
    if (await isAny(db, playlists, accountId)) return 'playlists';
    return (await isAny(db, articles, accountId)) ? 'articles' : undefined;
  },
  removals: [videos, playlists, articles].map((table) => removalOf(table)),
  sections: [videosInArchive, playlistsInArchive, articlesInArchive],
};
