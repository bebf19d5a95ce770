import type { Db } from '#database/connect.ts';
import { noteMany } from '#features/audit/server.ts';
import type { PictureFiles } from '#features/pictures/server.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { notFound } from '#platform/shared/refusals.ts';
import { countMessage } from '../domain/count-message.ts';
import { isAlbum } from './photo-rows.ts';
import type { Receiving } from './receive-photo.ts';

/** Returns the target of the photos of one request; throws a 404 if the album does not exist. */
export async function receivingInto(
  context: CallerContext,
  files: PictureFiles,
  albumId: string,
): Promise<Receiving> {
  const { database, account, limits, change, now } = context;
  const isKnown = await database.inHousehold(account.id, (db) => isAlbum(db, account.id, albumId));
  if (!isKnown) throw notFound();
  const note = (db: Db) => noteMany(db, context, 'photos-added', countMessage);
  return { database, change, files, accountId: account.id, albumId, now, limits, note };
}
