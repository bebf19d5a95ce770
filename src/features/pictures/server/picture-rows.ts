import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { pictures } from '#database/schema/pictures.ts';
import { ROWS_AT_ONCE } from '#platform/server/archive/table-rows.ts';
import type { FileStore } from '#platform/server/storage/file-store.ts';

type PictureRow = typeof pictures.$inferSelect;

/** Returns the address of a picture, which a medication stores. */
export function addressOf(filename: string): string {
  return `/uploads/${filename}`;
}

export async function findPicture(
  db: Db,
  accountId: string,
  filename: string,
): Promise<PictureRow | undefined> {
  const [row] = await db
    .select()
    .from(pictures)
    .where(and(eq(pictures.accountId, accountId), eq(pictures.filename, filename)));
  return row;
}

/**
 * True if the address is that of a picture of the household. Prevents its deletion until `db`
 * commits.
 */
export async function isPictureOf(db: Db, accountId: string, url: string): Promise<boolean> {
  const filename = url.slice(addressOf('').length);
  if (url !== addressOf(filename)) return false;
  await waitForSweep(db, accountId, filename);
  return (await findPicture(db, accountId, filename)) !== undefined;
}

/** Inserts or refreshes the row of a stored picture. False if a sweep has just deleted the file. */
export function savePicture(
  database: Database,
  store: FileStore,
  row: PictureRow,
): Promise<boolean> {
  return database.inHousehold(row.accountId, async (db) => {
    if (!(await areStored(db, store, row.accountId, [row.filename]))) return false;
    await db
      .insert(pictures)
      .values(row)
      .onConflictDoUpdate({
        target: [pictures.accountId, pictures.filename],
        set: { createdAt: row.createdAt },
      });
    return true;
  });
}

/**
 * Inserts the rows of a photo's pictures in the transaction that adds the photo. The `original` has
 * no row, so it is never served; it is retained while the photo refers to it.
 */
export async function savePhotoPictures(
  db: Db,
  store: FileStore,
  rows: readonly Omit<PictureRow, 'purpose'>[],
  original: { accountId: string; filename: string },
): Promise<boolean> {
  const { accountId } = original;
  const names = [...rows.map(({ filename }) => filename), original.filename];
  if (!(await areStored(db, store, accountId, names))) return false;
  await savePictures(
    db,
    rows.map((row) => ({ ...row, purpose: 'photo' })),
  );
  return true;
}

export type SavedPicture = Pick<PictureRow, 'filename' | 'width' | 'height' | 'bytes'>;

/**
 * Inserts the rows of many pictures in a fixed order, which prevents deadlocks. The caller must
 * make sure that the sweep cannot delete their files meanwhile.
 */
export async function savePictures(db: Db, rows: readonly PictureRow[]): Promise<void> {
  const each = [...new Map(rows.map((row) => [row.filename, row])).values()].toSorted(
    (one, other) => (one.filename < other.filename ? -1 : 1),
  );
  for (let at = 0; at < each.length; at += ROWS_AT_ONCE) {
    await db
      .insert(pictures)
      .values(each.slice(at, at + ROWS_AT_ONCE))
      .onConflictDoUpdate({
        target: [pictures.accountId, pictures.filename],
        set: { purpose: sql`excluded.purpose`, createdAt: sql`excluded.created_at` },
      });
  }
}

/** Like `savePhotoPictures`, for the thumbnail of another item. */
export async function saveThumbnail(
  db: Db,
  store: FileStore,
  row: Omit<PictureRow, 'purpose'>,
): Promise<boolean> {
  const { accountId, filename } = row;
  if (!(await areStored(db, store, accountId, [filename]))) return false;
  await savePictures(db, [{ ...row, purpose: 'thumbnail' }]);
  return true;
}

/**
 * Releases the pictures of deleted photos and videos to the sweep, which retains those that are
 * still used. They are not served any more.
 */
export async function releasePictures(
  db: Db,
  accountId: string,
  filenames: readonly string[],
): Promise<void> {
  const names = sql`(select jsonb_array_elements_text(${JSON.stringify(filenames)}::jsonb))`;
  await db
    .update(pictures)
    .set({ purpose: 'released' })
    .where(and(eq(pictures.accountId, accountId), sql`${pictures.filename} in ${names}`));
}

/**
 * Takes the lock of each file in a fixed order, which waits for a running sweep; returns true if
 * all files exist.
 */
async function areStored(
  db: Db,
  store: FileStore,
  accountId: string,
  filenames: readonly string[],
): Promise<boolean> {
  for (const filename of filenames.toSorted()) {
    await waitForSweep(db, accountId, filename);
    if ((await store.stat(`${accountId}/${filename}`)) === undefined) return false;
  }
  return true;
}

/**
 * Takes a shared lock: several transactions may start to use a picture, but not while a sweep
 * decides about it.
 */
async function waitForSweep(db: Db, accountId: string, filename: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(accountId, filename)})`);
}

/** Takes an exclusive lock in the transaction that decides about a deletion. */
export async function holdPicture(db: Db, accountId: string, filename: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(accountId, filename)})`);
}

function keyOf(accountId: string, filename: string) {
  return sql`hashtextextended(${`picture ${accountId}/${filename}`}, 0)`;
}
