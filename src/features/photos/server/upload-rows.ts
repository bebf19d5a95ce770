import {
  and,
  asc,
  count,
  eq,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { lockAdding } from '#database/count-before-adding.ts';
import { photoPieces, photoUploads } from '#database/schema/photo-uploads.ts';
import { photos } from '#database/schema/photos.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { MAX_CHUNK_BYTES } from '../domain/chunks.ts';
import { MAX_TOTAL_UNFINISHED_BYTES, MAX_UNFINISHED, MAX_UNFINISHED_BYTES } from '../limits.ts';
import { photoRefusal } from '../refusals.ts';

/** Time until an upload expires after its last chunk, or without any chunk. */
const KEPT_MS = DAY_MS;
const KEPT_EMPTY_MS = 10 * MINUTE_MS;

export type UploadRow = typeof photoUploads.$inferSelect;

export type WhichUpload = Pick<UploadRow, 'accountId' | 'key'>;

const isIt = ({ accountId, key }: WhichUpload) =>
  and(eq(photoUploads.accountId, accountId), eq(photoUploads.key, key));

export async function findUpload(db: Db, which: WhichUpload): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(photoUploads).where(isIt(which));
  return row;
}

/**
 * Like `findUpload`, with a lock until `db` commits, so that chunks are added one after the other.
 */
export async function holdUpload(db: Db, which: WhichUpload): Promise<UploadRow | undefined> {
  const [row] = await db.select().from(photoUploads).where(isIt(which)).for('update');
  return row;
}

/** Returns undefined if a concurrent request has added the same upload. */
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

/** Returns the file names of the chunks of an upload, in the order of their bytes. */
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

/**
 * Deletes the rows of the chunks of an upload. Returns the names of their files, which the caller
 * must delete.
 */
export async function removePieceRows(db: Db, { accountId, key }: WhichUpload): Promise<string[]> {
  const rows = await db
    .delete(photoPieces)
    .where(and(eq(photoPieces.accountId, accountId), eq(photoPieces.key, key)))
    .returning({ filename: photoPieces.filename });
  return rows.map(({ filename }) => filename);
}

/**
 * Deletes an upload; if `endedBy` is set, only if the upload has expired by then. Returns the names
 * of its files, which the caller must delete; undefined if there was no such upload.
 */
export async function removeUpload(
  db: Db,
  which: WhichUpload,
  endedBy?: Date,
): Promise<string[] | undefined> {
  const [upload] = await db
    .select({ key: photoUploads.key })
    .from(photoUploads)
    .where(and(isIt(which), endedBy && hasEnded(endedBy)))
    .for('update');
  if (upload === undefined) return undefined;
  const files = await removePieceRows(db, which);
  await db.delete(photoUploads).where(isIt(which));
  return files;
}

/**
 * Deletes the unfinished uploads into an album. Returns the names of their files, which the caller
 * must delete.
 */
export async function removeUploadsInto(
  db: Db,
  accountId: string,
  albumId: string,
): Promise<string[]> {
  const isInto = and(eq(photoUploads.accountId, accountId), eq(photoUploads.albumId, albumId));
  const rows = await db.select({ key: photoUploads.key }).from(photoUploads).where(isInto);
  const files: string[] = [];
  for (const { key } of rows) files.push(...((await removeUpload(db, { accountId, key })) ?? []));
  return files;
}

function hasEnded(now: Date): SQL | undefined {
  const isEmpty = and(isNull(photoUploads.photoId), eq(photoUploads.received, 0));
  return or(
    lt(photoUploads.touchedAt, new Date(now.getTime() - KEPT_MS)),
    and(isEmpty, lt(photoUploads.touchedAt, new Date(now.getTime() - KEPT_EMPTY_MS))),
  );
}

/** Returns the expired uploads of all households, by household and key. */
export function endedUploads(
  database: Database,
  now: Date,
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
          hasEnded(now),
          after && sql`(${accountId}, ${key}) > (${after.accountId}, ${after.key})`,
        ),
      )
      .orderBy(accountId, key)
      .limit(most),
  );
}

/**
 * Returns the received bytes of a household's unfinished uploads, except those of the given key.
 */
export async function bytesReceived(db: Db, accountId: string, key?: string): Promise<number> {
  const [received] = await db
    .select({ bytes: sum(photoUploads.received) })
    .from(photoUploads)
    .where(
      and(
        isNull(photoUploads.photoId),
        eq(photoUploads.accountId, accountId),
        key === undefined ? undefined : ne(photoUploads.key, key),
      ),
    );
  return received?.bytes ?? 0;
}

/** An upload that begins or receives a chunk. */
type Growing = WhichUpload & Pick<UploadRow, 'bytes' | 'received'>;

/** Received bytes plus one chunk. Announced bytes take no space. */
const RESERVED = sql`least(${photoUploads.bytes}, ${photoUploads.received} + ${MAX_CHUNK_BYTES}::int)`;

function reservedFor({ bytes, received }: Growing): number {
  return Math.min(bytes, received + MAX_CHUNK_BYTES);
}

/**
 * Throws if the unfinished uploads of all households have reached their limit. The first upload of
 * a household is always accepted, so that other households cannot block it.
 */
export async function refuseWhenAllAreFull(database: Database, upload: Growing): Promise<void> {
  const [others] = await database.asSystem((db) =>
    db
      .select({
        bytes: sum(RESERVED),
        own: countWhere(eq(photoUploads.accountId, upload.accountId)),
      })
      .from(photoUploads)
      .where(and(isNull(photoUploads.photoId), sql`not (${isIt(upload)})`)),
  );
  if (others === undefined || others.own === 0) return;
  if (others.bytes + reservedFor(upload) > MAX_TOTAL_UNFINISHED_BYTES) {
    throw photoRefusal('uploads-full');
  }
}

/** Throws if the unfinished uploads of the household have reached their limit. */
export async function refuseWhenFull(db: Db, upload: Growing): Promise<void> {
  await lockAdding(db, photos, upload.accountId);
  const { accountId, key } = upload;
  const [others] = await db
    .select({ bytes: sum(RESERVED), uploads: count() })
    .from(photoUploads)
    .where(
      and(
        isNull(photoUploads.photoId),
        eq(photoUploads.accountId, accountId),
        ne(photoUploads.key, key),
      ),
    );
  if (others === undefined || others.uploads === 0) return;
  const isFull = others.bytes + reservedFor(upload) > MAX_UNFINISHED_BYTES;
  if (isFull || others.uploads >= MAX_UNFINISHED) throw photoRefusal('uploads-full');
}

function sum(value: SQLWrapper) {
  return sql<string>`coalesce(sum(${value}), 0)`.mapWith(Number);
}

function countWhere(isCounted: SQL) {
  return sql<string>`count(*) filter (where ${isCounted})`.mapWith(Number);
}
