import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photoAlbums, photoLooks, photos } from '#database/schema/photos.ts';
import { type PictureFiles, releaseOriginals, releasePictures } from '#features/pictures/server.ts';
import { type Feature, feature, InPages } from '#kit/server/feature.ts';
import { isSameSet } from '#kit/shared/ordering.ts';
import { notThere, Refusal } from '#kit/shared/refusal.ts';
import { photoCalls } from './contract.ts';
import type { PhotoRoom } from './limits.ts';
import { once, pageOf, pagesFrom } from './server/album-pages.ts';
import { newestPhotos } from './server/newest-photos.ts';
import { moveTo, renumber, takeOut } from './server/ordering.ts';
import {
  albumsOf,
  asPhoto,
  findPhoto,
  holdPhoto,
  isAlbum,
  lockAlbum,
  photosIn,
} from './server/photo-rows.ts';
import { receivePhotos } from './server/receive-photos.ts';
import { refuseWithoutAlbumRoom, roomLeft } from './server/room.ts';

export { photosInArchive } from './server/portable.ts';

/** Albums of photos, and the photos in them. */
export function photosFeature(files: PictureFiles, room: PhotoRoom): Feature {
  return feature(photoCalls, {
    listAlbums: (_call, { db, account }) => albumsOf(db, account.id),

    async createAlbum({ body }, { db, account, now }) {
      await refuseWithoutAlbumRoom(db, account.id);
      const id = await addAlbum(db, { ...body, accountId: account.id, createdAt: now });
      return theOne(await albumsOf(db, account.id, id));
    },

    async removeAlbum({ params }, { db, account, now }) {
      if (!(await lockAlbum(db, account.id, params.id))) throw notThere();
      const gone = await photosIn(db, account.id, params.id);
      await db
        .delete(photoAlbums)
        .where(and(eq(photoAlbums.accountId, account.id), eq(photoAlbums.id, params.id)));
      await release(db, { accountId: account.id, now }, gone);
      return undefined;
    },

    list: {
      async outsideTransaction({ params, query }, { database, account }) {
        const within = { database, accountId: account.id, albumId: params.albumId };
        const first = await pageOf(within, query);
        return new InPages(query.limit === undefined ? pagesFrom(within, first) : once(first));
      },
    },

    listNewest: ({ query }, { db, account }) => newestPhotos(db, account.id, query),

    upload: {
      async outsideTransaction({ params, files: received }, { database, account, ...context }) {
        const { albumId } = params;
        const left = await database.inHousehold(account.id, async (db) => {
          if (!(await isAlbum(db, account.id, albumId))) throw notThere();
          return roomLeft(db, account.id, room);
        });
        const { staleness, now } = context;
        const into = { database, staleness, files, accountId: account.id, albumId, now, left };
        return receivePhotos(received, into);
      },
    },

    async update({ params, body }, { db, account }) {
      const [changed] = await db
        .update(photos)
        .set({ caption: body.caption })
        .where(and(eq(photos.accountId, account.id), eq(photos.id, params.id)))
        .returning();
      if (changed === undefined) throw notThere();
      return asPhoto(changed);
    },

    async move({ params, body }, { db, account }) {
      const photo = await holdPhoto(db, account.id, params.id);
      if (photo === undefined) throw notThere();
      await moveTo(db, photo, body.order);
      return asPhoto((await findPhoto(db, account.id, params.id)) ?? photo);
    },

    async reorder({ params, body }, { db, account }) {
      if (!(await lockAlbum(db, account.id, params.id))) throw notThere();
      const present = await photosIn(db, account.id, params.id);
      const ids = present.map(({ id }) => id);
      if (!isSameSet(body.ids, ids)) {
        throw new Refusal(409, 'The list has changed meanwhile. Please try again.');
      }
      await renumber(db, account.id, params.id, body.ids);
      return (await photosIn(db, account.id, params.id)).map(asPhoto);
    },

    async remove({ params }, { db, account, now }) {
      const photo = await holdPhoto(db, account.id, params.id);
      if (photo === undefined) throw notThere();
      await takeOut(db, photo);
      await release(db, { accountId: account.id, now }, [photo]);
      return undefined;
    },

    look: (_call, { db, account, user, now }) => look(db, account.id, user.id, now),
  });
}

/** Notes until when a person has seen the photos; answers until when they had before. */
async function look(db: Db, accountId: string, userId: string, seenUntil: Date) {
  const [before] = await db
    .select({ seenUntil: photoLooks.seenUntil })
    .from(photoLooks)
    .where(and(eq(photoLooks.accountId, accountId), eq(photoLooks.userId, userId)));
  await db
    .insert(photoLooks)
    .values({ userId, accountId, seenUntil })
    .onConflictDoUpdate({ target: photoLooks.userId, set: { seenUntil } });
  return { seenUntil: before?.seenUntil.toISOString() ?? null };
}

/** The album that a household begins with. */
export async function addFirstAlbum(db: Db, accountId: string, createdAt: Date): Promise<void> {
  await addAlbum(db, { accountId, name: 'New', description: 'Just uploaded', createdAt });
}

async function addAlbum(
  db: Db,
  album: Omit<typeof photoAlbums.$inferInsert, 'id'>,
): Promise<string> {
  const id = randomUUID();
  await db.insert(photoAlbums).values({ ...album, id });
  return id;
}

function theOne<T>([one]: readonly T[]): T {
  if (one === undefined) throw notThere();
  return one;
}

/** Leaves every file of photos that go to the sweep. */
async function release(
  db: Db,
  whose: { readonly accountId: string; readonly now: Date },
  gone: readonly (typeof photos.$inferSelect)[],
): Promise<void> {
  const shown = gone.flatMap(({ filename, thumbnails }) => [filename, ...thumbnails]);
  await releasePictures(db, whose.accountId, shown);
  await releaseOriginals(
    db,
    whose,
    gone.map(({ original }) => original),
  );
}
