import type { Db } from '#database/connect.ts';
import { noteMany } from '#features/audit/server.ts';
import type { PictureFiles } from '#features/pictures/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import { notThere } from '#kit/shared/refusals.ts';
import { countMessage } from '../count-message.ts';
import { isAlbum } from './photo-rows.ts';
import type { Receiving } from './receive-photo.ts';
import { roomLeft } from './room.ts';

/** What photos of one call are received into; throws a 404 without that album. */
export async function receivingInto(
  context: CallerContext,
  files: PictureFiles,
  albumId: string,
): Promise<Receiving> {
  const { database, account, limits, change, now } = context;
  const left = await database.inHousehold(account.id, async (db) => {
    if (!(await isAlbum(db, account.id, albumId))) throw notThere();
    return roomLeft(db, account.id, limits);
  });
  const note = (db: Db) => noteMany(db, context, 'photos-added', countMessage);
  return { database, change, files, accountId: account.id, albumId, now, left, note };
}
