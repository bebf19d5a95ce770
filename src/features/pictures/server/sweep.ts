import { and, eq, lt, notExists, or, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { rowExists } from '#database/row-exists.ts';
import { accounts } from '#database/schema/households.ts';
import { medications } from '#database/schema/medications.ts';
import { photos } from '#database/schema/photos.ts';
import { pictures } from '#database/schema/pictures.ts';
import type { JobContext } from '#platform/server/feature.ts';
import { byPages } from '#platform/server/jobs/work-items.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';
import { removeLeftovers } from '#platform/server/storage/temp-files.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { BINNED } from './binned-pictures.ts';
import { isInBin, isOfPhoto, isPiece, shownFor } from './picture-references.ts';
import { addressOf, findPicture, holdPicture } from './picture-rows.ts';

/** Time until an uploaded picture must be used by a saved medication. */
const GRACE_MS = DAY_MS;

/** Number of pictures that are read at once. */
const MAX_CONCURRENT = 200;

/**
 * Deletes unused pictures, first the row and then the file: pill pictures without a medication
 * after a grace period, and those of deleted photos and videos at once.
 */
export async function sweepPictures(
  { database, each, now: time }: JobContext,
  store: FileStore,
): Promise<void> {
  const now = time();
  const mayGo = and(
    or(
      eq(pictures.purpose, 'released'),
      and(eq(pictures.purpose, 'pill'), lt(pictures.createdAt, graceBefore(now))),
    ),
    notExists(
      sql`(select from ${medications} where ${medications.accountId} = ${pictures.accountId} and ${medications.pillImageUrl} = ${addressOf('')} || ${pictures.filename})`,
    ),
  );
  const sweepOne = async (accountId: string, filename: string) => {
    await database.asSystem(async (db) => {
      await holdPicture(db, accountId, filename);
      const isIt = and(eq(pictures.accountId, accountId), eq(pictures.filename, filename));
      const purpose = await keptFor(db, accountId, filename);
      if (purpose === undefined) await db.delete(pictures).where(and(isIt, mayGo));
      else await db.update(pictures).set({ purpose }).where(isIt);
    });
    await removeUnlessNoted(database, store, accountId, filename);
  };
  const unused = byPages<{ accountId: string; filename: string }>(MAX_CONCURRENT, (after) =>
    database.asSystem((db) =>
      db
        .select({ accountId: pictures.accountId, filename: pictures.filename })
        .from(pictures)
        .where(
          and(
            mayGo,
            after &&
              sql`(${pictures.accountId}, ${pictures.filename}) > (${after.accountId}, ${after.filename})`,
          ),
        )
        .orderBy(pictures.accountId, pictures.filename)
        .limit(MAX_CONCURRENT),
    ),
  );
  // A failure affects only its household, which is retried at the next run.
  await each(unused, ownerOf, ({ accountId, filename }) => sweepOne(accountId, filename));
}

async function keptFor(db: Db, accountId: string, filename: string): Promise<string | undefined> {
  const shown = await shownFor(db, accountId, filename);
  return shown ?? ((await isInBin(db, accountId, filename)) ? BINNED : undefined);
}

const ownerOf = ({ accountId }: { accountId: string }) => ({ key: accountId, accountId });

/** Deletes the remains of interrupted uploads from this server's folder. */
export function sweepLeftovers({ now }: JobContext, incoming: string): Promise<void> {
  return removeLeftovers(incoming, graceBefore(now()));
}

/**
 * Deletes files without a row. Files of unknown households stay, because the database may be the
 * wrong one or an old one.
 */
export async function sweepFiles(
  { database, each, log, now: time }: JobContext,
  store: FileStore,
): Promise<void> {
  const now = time();
  let unknown = 0;
  const sweepKnown = async (accountId: string) => {
    if (await isHousehold(database, accountId)) {
      await sweepHousehold(database, store, accountId, now);
    } else unknown += 1;
  };
  await each(await store.households(), (accountId) => ({ key: accountId }), sweepKnown);
  if (unknown > 0) log.warn({ unknown }, 'files of unknown households not deleted');
}

async function sweepHousehold(
  database: Database,
  store: FileStore,
  accountId: string,
  now: Date,
): Promise<void> {
  const old: string[] = [];
  for await (const { name, changedAt } of store.list(accountId)) {
    if (changedAt < graceBefore(now)) old.push(name.slice(accountId.length + 1));
  }
  if (old.length === 0) return;
  const noted = await database.asSystem((db) =>
    db
      .select({ filename: pictures.filename })
      .from(pictures)
      .where(eq(pictures.accountId, accountId)),
  );
  const originals = await database.asSystem((db) =>
    db.select({ filename: photos.original }).from(photos).where(eq(photos.accountId, accountId)),
  );
  const known = new Set([...noted, ...originals].map(({ filename }) => filename));
  for (const filename of old) {
    if (!known.has(filename)) await removeUnlessNoted(database, store, accountId, filename);
  }
}

function isHousehold(database: Database, id: string): Promise<boolean> {
  return database.asSystem((db) => rowExists(db, accounts, eq(sql`${accounts.id}::text`, id)));
}

/** Locks the picture, so that it cannot be uploaded again between the check and the deletion. */
export function removeUnlessNoted(
  database: Database,
  store: FileStore,
  accountId: string,
  filename: string,
): Promise<void> {
  return database.asSystem(async (db) => {
    await holdPicture(db, accountId, filename);
    const picture = await findPicture(db, accountId, filename);
    if (picture !== undefined || (await isOfPhoto(db, accountId, filename))) return;
    if (await isPiece(db, accountId, filename)) return;
    await store.remove(`${accountId}/${filename}`);
  });
}

function graceBefore(now: Date): Date {
  return new Date(now.getTime() - GRACE_MS);
}
