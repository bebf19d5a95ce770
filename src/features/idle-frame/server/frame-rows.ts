import { and, eq, gt, inArray } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { sessions } from '#database/schema/access.ts';
import { photoAlbums } from '#database/schema/photos.ts';
import { samplePhotos } from '#features/photos/server.ts';
import { askedOfDevice, refuseStranger } from '#features/sessions/server.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { IdleFrameCalls, OwnFrame, TabletFrame } from '../contract.ts';
import {
  FRAME_MINUTES,
  type FrameMinutes,
  MAX_NEWEST_PHOTOS,
  MAX_OLDER_PHOTOS,
} from '../limits.ts';

const COLUMNS = {
  deviceId: sessions.id,
  minutes: sessions.frameMinutes,
  seconds: sessions.frameSeconds,
  albumIds: sessions.frameAlbumIds,
};

type Row = Omit<TabletFrame, 'minutes'> & { readonly minutes: number | null };

/** Returns the frame settings of the device of this session, with the photos if the frame is on. */
export async function readFrame(context: MemberContext): Promise<OwnFrame> {
  const { db, account, tokenHash, now } = context;
  const [row] = await db
    .select(COLUMNS)
    .from(sessions)
    .where(and(eq(sessions.accountId, account.id), eq(sessions.tokenHash, tokenHash)));
  if (row === undefined) throw notFound();
  const { minutes, seconds, albumIds } = asTabletFrame(row);
  if (minutes === null) return { minutes, seconds, photos: [] };
  const photos = await samplePhotos(db, account.id, {
    albumIds: await presentAlbums(db, account.id, albumIds),
    // The seed is the UTC date and not the local date, because the sample may change at any time of
    // the day.
    seed: now.toISOString().slice(0, 10),
    maxNewest: MAX_NEWEST_PHOTOS,
    maxOlder: MAX_OLDER_PHOTOS,
  });
  return { minutes, seconds, photos };
}

export async function listFrames(userId: string, context: MemberContext): Promise<TabletFrame[]> {
  await refuseStranger(userId, context);
  const { db, account, now } = context;
  const rows = await db
    .select(COLUMNS)
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, account.id),
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
      ),
    );
  return rows.map(asTabletFrame);
}

/** Changes only the given fields. Throws 404 if the device or a chosen album does not exist. */
export async function changeFrame(
  deviceId: string,
  body: CallOf<IdleFrameCalls['change']>['body'],
  context: MemberContext,
): Promise<TabletFrame> {
  const { db, account } = context;
  await askedOfDevice(deviceId, 'idle-frame-changed', context);
  await refuseUnknownAlbums(db, account.id, body.albumIds);
  const isDevice = and(eq(sessions.accountId, account.id), eq(sessions.id, deviceId));
  const change = columnsOf(body);
  const [row] =
    Object.keys(change).length === 0
      ? await db.select(COLUMNS).from(sessions).where(isDevice)
      : await db.update(sessions).set(change).where(isDevice).returning(COLUMNS);
  if (row === undefined) throw notFound();
  return asTabletFrame(row);
}

function columnsOf({ minutes, seconds, albumIds }: CallOf<IdleFrameCalls['change']>['body']) {
  return {
    ...(minutes !== undefined && { frameMinutes: minutes }),
    ...(seconds !== undefined && { frameSeconds: seconds }),
    ...(albumIds !== undefined && { frameAlbumIds: albumIds }),
  };
}

async function refuseUnknownAlbums(
  db: Db,
  accountId: string,
  albumIds: readonly string[] | null | undefined,
): Promise<void> {
  if (!albumIds) return;
  const found = await findAlbums(db, accountId, albumIds);
  if (found.length < new Set(albumIds).size) throw notFound();
}

/**
 * Returns the chosen albums that still exist; null, which means all albums, if none of them exists.
 */
async function presentAlbums(
  db: Db,
  accountId: string,
  albumIds: readonly string[] | null,
): Promise<readonly string[] | null> {
  if (albumIds === null) return null;
  const found = await findAlbums(db, accountId, albumIds);
  return found.length === 0 ? null : found;
}

async function findAlbums(db: Db, accountId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: photoAlbums.id })
    .from(photoAlbums)
    .where(and(eq(photoAlbums.accountId, accountId), inArray(photoAlbums.id, [...ids])));
  return rows.map(({ id }) => id);
}

function asTabletFrame({ minutes, ...row }: Row): TabletFrame {
  return {
    ...row,
    minutes: FRAME_MINUTES.find((one): one is FrameMinutes => one === minutes) ?? null,
  };
}
