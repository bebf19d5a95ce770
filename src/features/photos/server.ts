import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { renumber } from '#database/renumber.ts';
import { photoLooks, photos } from '#database/schema/photos.ts';
import { noteMany } from '#features/audit/server.ts';
import type { PictureFiles } from '#features/pictures/server.ts';
import { searchInTurn } from '#features/search/server.ts';
import {
  type CallerContext,
  type Feature,
  feature,
  type MemberContext,
  WrittenJson,
} from '#platform/server/feature.ts';
import { isSameSet } from '#platform/shared/ordering.ts';
import { listChanged, notFound } from '#platform/shared/refusals.ts';
import { photoCalls } from './contract.ts';
import { countMessage } from './domain/count-message.ts';
import { albumPages } from './server/album-pages.ts';
import { createAlbum, removeAlbum, updateAlbum } from './server/albums.ts';
import { moveChosen, removeChosen } from './server/chosen-photos.ts';
import { findPhotos } from './server/find-photos.ts';
import { newestPhotos } from './server/newest-photos.ts';
import { idsIn, moveTo, placePhotos, within } from './server/ordering.ts';
import {
  albumsOf,
  asPhoto,
  findPhoto,
  holdPhoto,
  lockAlbum,
  photosIn,
} from './server/photo-rows.ts';
import { removePieceFiles } from './server/piece-files.ts';
import { receivePhotos } from './server/receive-photos.ts';
import { receivingInto } from './server/receiving-context.ts';

export { addFirstAlbum } from './server/albums.ts';
export { hasPhotos } from './server/photo-rows.ts';
export { photoUploadsFeature } from './server/photo-uploads.ts';
export { albumsInBin, photosInBin } from './server/photos-in-bin.ts';
export { photosInArchive } from './server/portable.ts';
export { samplePhotos } from './server/sample-photos.ts';

export function photosFeature(files: PictureFiles): Feature {
  return feature(photoCalls, {
    listAlbums: (_call, { db, account }) => albumsOf(db, account.id),

    createAlbum: ({ body }, context) => createAlbum(body, context),
    updateAlbum: ({ params, body }, context) => updateAlbum(params.id, body, context),
    removeAlbum: {
      outsideTransaction: ({ params }, context) => deleteAlbum(files, params.id, context),
    },

    list: ({ params, query }, { db, account }) =>
      new WrittenJson(albumPages(db, { accountId: account.id, albumId: params.albumId }, query)),

    listNewest: ({ query }, { db, account }) =>
      new WrittenJson(newestPhotos(db, account.id, query)),

    find: {
      outsideTransaction: ({ query }, { account, database }) =>
        searchInTurn(
          () => database.readInHousehold(account.id, (db) => findPhotos(db, account.id, query)),
          account.id,
        ),
    },

    upload: {
      outsideTransaction: async ({ params, files: received }, context) =>
        receivePhotos(received, await receivingInto(context, files, params.albumId)),
    },

    async update({ params, body }, context) {
      const { db, account } = context;
      const [changed] = await db
        .update(photos)
        .set({ caption: body.caption })
        .where(and(eq(photos.accountId, account.id), eq(photos.id, params.id)))
        .returning();
      if (changed === undefined) throw notFound();
      await noteMany(db, context, 'photos-changed', countMessage);
      return asPhoto(changed);
    },

    async move({ params, body }, context) {
      const { db, account } = context;
      const photo = await holdPhoto(db, account.id, params.id);
      if (photo === undefined) throw notFound();
      await moveTo(db, photo, body.order);
      await noteMany(db, context, 'photos-changed', orderMessage);
      return asPhoto((await findPhoto(db, account.id, params.id)) ?? photo);
    },

    async reorder({ params, body }, context) {
      const { db, account } = context;
      if (!(await lockAlbum(db, account.id, params.id))) throw notFound();
      if (!isSameSet(body.ids, await idsIn(db, account.id, params.id))) throw listChanged();
      await renumber(db, photos, within(account.id, params.id), body.ids);
      await noteMany(db, context, 'photos-changed', orderMessage);
      return (await photosIn(db, account.id, params.id)).map(asPhoto);
    },

    async place({ params, body }, context) {
      const { db, account } = context;
      if (!(await lockAlbum(db, account.id, params.id))) throw notFound();
      await placePhotos(db, { accountId: account.id, albumId: params.id }, body.placings);
      await noteMany(db, context, 'photos-changed', orderMessage);
      return undefined;
    },

    async moveMany({ params, body }, context) {
      const { db, account } = context;
      const moved = await moveChosen(db, account.id, params.id, body.ids);
      if (moved > 0) await noteMany(db, context, 'photos-changed', countMessage, moved);
      return { moved };
    },

    async remove({ params }, context) {
      if ((await removeMany([params.id], context)) === 0) throw notFound();
      return undefined;
    },

    removeMany: async ({ body }, context) => ({ removed: await removeMany(body.ids, context) }),

    look: (_call, { db, account, user, now }) => look(db, account.id, user.id, now),
  });
}

/** Deletes an album, and after the commit the chunks of its unfinished uploads. */
async function deleteAlbum(files: PictureFiles, id: string, context: CallerContext) {
  const { account, change, afterwards } = context;
  const chunks = await change(account.id, (db, changed) => {
    changed({ answers: 'photo-albums' });
    return removeAlbum(id, { ...context, db });
  });
  afterwards('chunks of photos', () => removePieceFiles(files, account.id, chunks));
  return undefined;
}

const orderMessage = () => 'Order';

/** Returns the number of photos that existed. */
async function removeMany(ids: readonly string[], context: MemberContext): Promise<number> {
  const removed = await removeChosen(context, ids);
  if (removed > 0) await noteMany(context.db, context, 'photos-deleted', countMessage, removed);
  return removed;
}

/** Records the time until which a person has seen the photos; returns the previous time. */
async function look(db: Db, accountId: string, userId: string, seenUntil: Date) {
  const [before] = await db
    .select({ seenUntil: photoLooks.seenUntil })
    .from(photoLooks)
    .where(and(eq(photoLooks.accountId, accountId), eq(photoLooks.userId, userId)));
  await db
    .insert(photoLooks)
    .values({ userId, accountId, seenUntil })
    .onConflictDoUpdate({ target: [photoLooks.userId, photoLooks.accountId], set: { seenUntil } });
  return { seenUntil: before?.seenUntil.toISOString() ?? null };
}
