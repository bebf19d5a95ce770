import { and, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { countBeforeAdding, lockAdding } from '#database/count-before-adding.ts';
import { renumber } from '#database/renumber.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { binRefusal, binRefusals } from '#features/bin/refusals.ts';
import {
  type Binnable,
  type BinRow,
  type Deleting,
  nameInBin,
  putBack,
  putInBin,
  type Restoring,
} from '#features/bin/server.ts';
import { limitMessage } from '#features/entitlement/limits.ts';
import { putPicturesInBin, takePicturesOutOfBin } from '#features/pictures/server.ts';
import { some } from '#platform/shared/refusal.ts';
import { photoRefusal, photoRefusals } from '../refusals.ts';
import { idsIn, within } from './ordering.ts';
import { lockAlbum, middle } from './photo-rows.ts';
import { requireAlbumQuota } from './quota.ts';

type PhotoRow = typeof photos.$inferSelect;

/** Returns the picture that represents a photo in a list. */
export function pictureOf({ thumbnails, filename }: PhotoRow): string {
  return middle(thumbnails) ?? filename;
}

/** Adds photos that will be deleted to the bin, separately or with their album. */
export async function binPhotos(
  deleting: Deleting,
  rows: readonly PhotoRow[],
  within?: string,
): Promise<void> {
  const { db, account, now } = deleting;
  if (rows.length === 0) return;
  const albums = await db
    .select({ id: photoAlbums.id, name: photoAlbums.name })
    .from(photoAlbums)
    .where(eq(photoAlbums.accountId, account.id));
  const names = new Map(albums.map(({ id, name }) => [id, name]));
  const things = rows.map((row) => ({
    id: row.id,
    kind: 'photo' as const,
    ...(within === undefined ? {} : { within }),
    name: row.caption || row.originalName,
    detail: names.get(row.albumId) ?? '',
    thumbnail: pictureOf(row),
    files: [row.filename, ...row.thumbnails, row.original],
    bytes: row.originalBytes,
  }));
  await putInBin(deleting, things, photos);
  const shown = rows.flatMap(({ filename, thumbnails }) => [filename, ...thumbnails]);
  const originals = rows.map(({ original }) => original);
  await putPicturesInBin(db, { accountId: account.id, now }, { shown, originals });
}

/** Restores albums with the photos that were deleted with them. */
export const albumsInBin: Binnable = {
  kinds: ['album'],
  refusals: some(photoRefusals, 'albums-full', 'photos-full'),
  async restore(things, inside, context) {
    const { db, account, limits } = context;
    await lockAdding(db, photos, account.id);
    for (const album of things) {
      await requireAlbumQuota(db, account.id, limits);
      await putBack(db, photoAlbums, [album.row]);
      await lockAlbum(db, account.id, album.id);
      const its = await notThereYet(
        context,
        inside.filter(({ within }) => within === album.id),
      );
      await putPhotosBack(context, album.id, its);
    }
  },
};

/** Restores photos to their former position in their album. */
export const photosInBin: Binnable = {
  kinds: ['photo'],
  refusals: {
    ...some(photoRefusals, 'photo-already-there', 'albums-full', 'photos-full'),
    ...some(binRefusals, 'album-in-bin'),
  },
  async restore(things, _inside, context) {
    await lockAdding(context.db, photos, context.account.id);
    const missing = await notThereYet(context, things);
    if (missing.length === 0) throw photoRefusal('photo-already-there');
    const albumIds = new Set(missing.map(({ kept }) => kept.album_id));
    for (const albumId of [...albumIds].sort()) {
      const its = missing.filter(({ kept }) => kept.album_id === albumId);
      await holdAlbum(context, albumId, its[0]?.album ?? '');
      await putPhotosBack(context, albumId, its);
    }
  },
};

const keptPhoto = z.looseObject({
  album_id: z.string(),
  order: z.number(),
  filename: z.string(),
  thumbnails: z.array(z.string()),
  original: z.string(),
  original_hash: z.string(),
});

interface Kept {
  readonly id: string;
  readonly album: string;
  readonly kept: z.output<typeof keptPhoto>;
}

/** Returns the photos that were not uploaded again meanwhile. */
async function notThereYet({ db, account }: Restoring, rows: readonly BinRow[]): Promise<Kept[]> {
  const all = rows.map(({ id, detail, row }) => ({
    id,
    album: detail,
    kept: keptPhoto.parse(row),
  }));
  const there = await db
    .select({ hash: photos.originalHash })
    .from(photos)
    .where(
      and(
        eq(photos.accountId, account.id),
        inArray(
          photos.originalHash,
          all.map(({ kept }) => kept.original_hash),
        ),
      ),
    );
  const known = new Set(there.map(({ hash }) => hash));
  return all.filter(({ kept }) => !known.has(kept.original_hash));
}

/** Locks the album of the restored photos. If it was erased, creates an album with its name. */
async function holdAlbum(
  { db, account, limits, now }: Restoring,
  albumId: string,
  name: string,
): Promise<void> {
  if (await lockAlbum(db, account.id, albumId)) return;
  const binned = await nameInBin(db, account.id, albumId, now);
  if (binned !== undefined) {
    const sentence = `Its album “${binned}” is in the bin too. Please restore the album first.`;
    throw binRefusal('album-in-bin', sentence);
  }
  await requireAlbumQuota(db, account.id, limits);
  await db
    .insert(photoAlbums)
    .values({ id: albumId, accountId: account.id, name: name || 'New', createdAt: now });
}

/** Adds photos to a locked album, each at its former position. */
async function putPhotosBack(
  { db, account, limits }: Restoring,
  albumId: string,
  its: readonly Kept[],
): Promise<void> {
  if (its.length === 0) return;
  if ((await countBeforeAdding(db, photos, account.id)) + its.length > limits.photos) {
    const room = limitMessage('photos', limits);
    throw photoRefusal('photos-full', `There is room for ${room}. Please delete some first.`);
  }
  const ids = await idsIn(db, account.id, albumId);
  const inOrder = its.toSorted((one, other) => one.kept.order - other.kept.order);
  for (const { id, kept } of inOrder) ids.splice(kept.order, 0, id);
  await putBack(
    db,
    photos,
    inOrder.map(({ kept }) => kept),
  );
  await renumber(db, photos, within(account.id, albumId), ids);
  await takePicturesOutOfBin(db, account.id, 'photo', {
    shown: its.flatMap(({ kept }) => [kept.filename, ...kept.thumbnails]),
    originals: its.map(({ kept }) => kept.original),
  });
}
