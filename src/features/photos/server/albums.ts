import { randomUUID } from 'node:crypto';
import type { Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { noteAct } from '#features/audit/server.ts';
import { putInBin } from '#features/bin/server.ts';
import type { CallerContext, MemberContext } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { PhotoAlbum } from '../contract.ts';
import { countMessage } from '../domain/count-message.ts';
import { albumsOf, lockAlbum, ownAlbum, photosIn } from './photo-rows.ts';
import { binPhotos, pictureOf } from './photos-in-bin.ts';
import { requireAlbumQuota } from './quota.ts';
import { removeUploadsInto } from './upload-rows.ts';

export async function createAlbum(
  album: { name: string; description: string },
  context: MemberContext,
): Promise<PhotoAlbum> {
  const { db, account, now, limits } = context;
  await requireAlbumQuota(db, account.id, limits);
  const id = await addAlbum(db, { ...album, accountId: account.id, createdAt: now });
  await noteAct(db, context, 'album-added', album.name);
  const [made] = await albumsOf(db, account.id, id);
  if (made === undefined) throw notFound();
  return made;
}

export async function updateAlbum(
  id: string,
  changes: { name?: string | undefined; description?: string | undefined },
  context: MemberContext,
): Promise<PhotoAlbum> {
  const { db, account } = context;
  if (!(await lockAlbum(db, account.id, id))) throw notFound();
  if (Object.keys(changes).length > 0) {
    await db.update(photoAlbums).set(changes).where(ownAlbum(account.id, id));
  }
  const [changed] = await albumsOf(db, account.id, id);
  if (changed === undefined) throw notFound();
  await noteAct(db, context, 'album-changed', changed.name);
  return changed;
}

/**
 * Moves an album with its photos to the bin as one entry. Returns the chunks of its unfinished
 * uploads, to be deleted after the commit.
 */
export async function removeAlbum(
  id: string,
  context: CallerContext & Pick<MemberContext, 'db'>,
): Promise<string[]> {
  const { db, account } = context;
  await lockAdding(db, photos, account.id);
  if (!(await lockAlbum(db, account.id, id))) throw notFound();
  const gone = await photosIn(db, account.id, id);
  const isIt = ownAlbum(account.id, id);
  const [album] = await db.select({ name: photoAlbums.name }).from(photoAlbums).where(isIt);
  if (album === undefined) throw notFound();
  const [first] = gone;
  const thumbnail = first === undefined ? null : pictureOf(first);
  await putInBin(context, [{ id, kind: 'album', name: album.name, thumbnail }], photoAlbums);
  await binPhotos(context, gone, id);
  const chunks = await removeUploadsInto(db, account.id, id);
  await db.delete(photoAlbums).where(isIt);
  await noteAct(db, context, 'album-deleted', `${album.name}, with ${countMessage(gone.length)}`);
  return chunks;
}

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
