import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { photoAlbums, type photos } from '#database/schema/photos.ts';
import { noteAct } from '#features/audit/server.ts';
import { releasePictures } from '#features/pictures/server.ts';
import type { MemberContext } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusal.ts';
import type { PhotoAlbum } from '../contract.ts';
import { albumsOf, lockAlbum, photosIn } from './photo-rows.ts';

export async function createAlbum(
  album: { name: string; description: string },
  context: MemberContext,
): Promise<PhotoAlbum> {
  const { db, account, now } = context;
  const id = await addAlbum(db, { ...album, accountId: account.id, createdAt: now });
  await noteAct(db, context, 'album-added', album.name);
  const [made] = await albumsOf(db, account.id, id);
  if (made === undefined) throw notThere();
  return made;
}

/** Removes an album with its photos. */
export async function removeAlbum(id: string, context: MemberContext): Promise<undefined> {
  const { db, account } = context;
  if (!(await lockAlbum(db, account.id, id))) throw notThere();
  const gone = await photosIn(db, account.id, id);
  const [album] = await db
    .delete(photoAlbums)
    .where(and(eq(photoAlbums.accountId, account.id), eq(photoAlbums.id, id)))
    .returning({ name: photoAlbums.name });
  if (album === undefined) throw notThere();
  await noteAct(db, context, 'album-deleted', `${album.name}, with ${countWords(gone.length)}`);
  await releasePictures(db, account.id, gone.flatMap(picturesOf));
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

export function picturesOf({ filename, thumbnails }: typeof photos.$inferSelect): string[] {
  return [filename, ...thumbnails];
}

/** What the trail says of photos: how many, and none of their words. */
export function countWords(count: number): string {
  return count === 1 ? '1 photo' : `${count} photos`;
}
