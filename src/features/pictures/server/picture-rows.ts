import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { pictures } from '#database/schema/pictures.ts';
import type { FileStore } from '#kit/server/file-store.ts';

type PictureRow = typeof pictures.$inferSelect;

/** Where a picture is read: what a medication keeps of it. */
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

/** Whether the address is that of a picture of the household; it then stays until `db` commits. */
export async function isPictureOf(db: Db, accountId: string, url: string): Promise<boolean> {
  const filename = url.slice(addressOf('').length);
  if (url !== addressOf(filename)) return false;
  await waitForSweep(db, accountId, filename);
  return (await findPicture(db, accountId, filename)) !== undefined;
}

/**
 * Writes the row of a picture whose file is in the store, and makes an old row new again. False when
 * a sweep has just removed that very file.
 */
export function notePicture(
  database: Database,
  store: FileStore,
  row: PictureRow,
): Promise<boolean> {
  const { accountId, filename, createdAt } = row;
  return database.inHousehold(accountId, async (db) => {
    await waitForSweep(db, accountId, filename);
    if ((await store.stat(`${accountId}/${filename}`)) === undefined) return false;
    await db
      .insert(pictures)
      .values(row)
      .onConflictDoUpdate({
        target: [pictures.accountId, pictures.filename],
        set: { createdAt },
      });
    return true;
  });
}

/** Those who begin to use a picture may do so together, but not while a sweep decides about it. */
async function waitForSweep(db: Db, accountId: string, filename: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(accountId, filename)})`);
}

/** Holds one picture for the transaction that decides whether it goes. */
export async function holdPicture(db: Db, accountId: string, filename: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${keyOf(accountId, filename)})`);
}

function keyOf(accountId: string, filename: string) {
  return sql`hashtextextended(${`picture ${accountId}/${filename}`}, 0)`;
}
