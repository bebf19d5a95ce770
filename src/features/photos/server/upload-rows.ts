import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { photoPieces, photoUploads } from '#database/schema/photo-uploads.ts';
import { MOST_UNFINISHED, MOST_UNFINISHED_BYTES, MOST_UNFINISHED_BYTES_OF_ALL } from '../limits.ts';
import { photoRefusal } from '../refusals.ts';

export type UploadRow = typeof photoUploads.$inferSelect;

/** Which upload: a household's, by its key. */
export type WhichUpload = Pick<UploadRow, 'accountId' | 'key'>;

const isIt = ({ accountId, key }: WhichUpload) =>
  and(eq(photoUploads.accountId, accountId), eq(photoUploads.key, key));

export async function findUpload(db: Db, which: WhichUpload): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(photoUploads).where(isIt(which));
  return row;
}

/** The same, locked until `db` commits: those who add pieces do so one after the other. */
export async function holdUpload(db: Db, which: WhichUpload): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(photoUploads).where(isIt(which)).for('update');
  return row;
}

/** Undefined when another one was faster. */
export async function addUpload(db: Db, row: typeof photoUploads.$inferInsert) {
  const added = await db.insert(photoUploads).values(row).onConflictDoNothing().returning();
  return added[0];
}

export async function changeUpload(
  db: Db,
  which: WhichUpload,
  changes: Partial<Pick<UploadRow, 'received' | 'touchedAt' | 'photoId'>>,
): Promise<boolean> {
  const changed = await db
    .update(photoUploads)
    .set(changes)
    .where(isIt(which))
    .returning({ key: photoUploads.key });
  return changed.length > 0;
}

/** The names of its files, in the order of the bytes. */
export async function piecesOf(db: Db, { accountId, key }: WhichUpload): Promise<string[]> {
  const rows = await db
    .select({ filename: photoPieces.filename })
    .from(photoPieces)
    .where(and(eq(photoPieces.accountId, accountId), eq(photoPieces.key, key)))
    .orderBy(asc(photoPieces.start));
  return rows.map(({ filename }) => filename);
}

export async function addPieceRow(db: Db, row: typeof photoPieces.$inferInsert): Promise<void> {
  await db.insert(photoPieces).values(row);
}

/** Answers the files that no row names any more. */
export async function removePieceRows(db: Db, { accountId, key }: WhichUpload): Promise<string[]> {
  const rows = await db
    .delete(photoPieces)
    .where(and(eq(photoPieces.accountId, accountId), eq(photoPieces.key, key)))
    .returning({ filename: photoPieces.filename });
  return rows.map(({ filename }) => filename);
}

/**
 * Removes an upload, when it was last touched before that; answers the files that no row names any
 * more, or undefined when there was none.
 */
export async function removeUpload(
  db: Db,
  which: WhichUpload,
  touchedBefore?: Date,
): Promise<string[] | undefined> {
  const upload = await holdUpload(db, which);
  if (upload === undefined) return undefined;
  if (touchedBefore !== undefined && upload.touchedAt >= touchedBefore) return undefined;
  const files = await removePieceRows(db, which);
  await db.delete(photoUploads).where(isIt(which));
  return files;
}

/** Those of all households that were last touched before that, by household and key. */
export function uploadsBefore(
  database: Database,
  limit: Date,
  after: WhichUpload | undefined,
  most: number,
): Promise<WhichUpload[]> {
  const { accountId, key } = photoUploads;
  return database.asSystem((db) =>
    db
      .select({ accountId, key })
      .from(photoUploads)
      .where(
        and(
          lt(photoUploads.touchedAt, limit),
          after && sql`(${accountId}, ${key}) > (${after.accountId}, ${after.key})`,
        ),
      )
      .orderBy(accountId, key)
      .limit(most),
  );
}

/** Throws when all households together have as much on its way as may be. */
export async function refuseWhenAllAreFull(database: Database, bytes: number): Promise<void> {
  const used = await database.asSystem(unfinished);
  if (used.bytes + bytes > MOST_UNFINISHED_BYTES_OF_ALL) throw photoRefusal('uploads-full');
}

/** Throws when the household of `db` has as much on its way as it may. */
export async function refuseWhenFull(db: Db, accountId: string, bytes: number): Promise<void> {
  // Two that begin at once are counted one after the other.
  const lock = `photo uploads ${accountId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const used = await unfinished(db, accountId);
  const isFull = used.uploads >= MOST_UNFINISHED || used.bytes + bytes > MOST_UNFINISHED_BYTES;
  if (isFull) throw photoRefusal('uploads-full');
}

async function unfinished(db: Db, accountId?: string) {
  const [used] = await db
    .select({
      uploads: sql<string>`count(*)`.mapWith(Number),
      bytes: sql<string>`coalesce(sum(${photoUploads.bytes}), 0)`.mapWith(Number),
    })
    .from(photoUploads)
    .where(
      and(
        isNull(photoUploads.photoId),
        accountId === undefined ? undefined : eq(photoUploads.accountId, accountId),
      ),
    );
  return used ?? { uploads: 0, bytes: 0 };
}
