import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { isRow } from '#database/row-of-household.ts';
import { calendarEvents } from '#database/schema/calendar.ts';
import { content } from '#database/schema/content.ts';
import { users } from '#database/schema/households.ts';
import { medications } from '#database/schema/medications.ts';
import { photoAlbums, photos } from '#database/schema/photos.ts';
import { fullName } from '#platform/shared/full-name.ts';
import { type Found, MAX_PER_KIND } from '../contract.ts';
import { wordsOf } from '../domain/fold.ts';
import { hasAll, inChunks } from './matching.ts';

/** Maps the kinds of content to kinds of results. */
const CONTENT_KINDS = { videos: 'video', playlists: 'playlist', articles: 'article' } as const;

/** Returns everything of a household that contains each typed word, kind by kind. */
export async function findThings(db: Db, accountId: string, typed: string): Promise<Found[]> {
  const words = wordsOf(typed);
  const finders = [findPeople, findMedications, findEvents, findAlbums, findPhotos];
  const found: Found[] = [];
  // The queries run one after the other, because they share one connection.
  for (const find of finders) found.push(...(await find(db, accountId, words)));
  for (const shelf of ['videos', 'playlists', 'articles'] as const) {
    found.push(...(await findContent(db, accountId, words, shelf)));
  }
  return found;
}

async function findPeople(db: Db, accountId: string, words: string[]): Promise<Found[]> {
  const name = sql`${users.firstName} || ' ' || ${users.lastName}`;
  const rows = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(and(eq(users.accountId, accountId), hasAll(users, words)))
    .orderBy(asc(name), asc(users.id))
    .limit(MAX_PER_KIND);
  return rows.map(({ id, firstName, lastName }) => ({
    ...PLAIN,
    kind: 'person',
    id,
    title: fullName({ firstName, lastName }),
  }));
}

async function findMedications(db: Db, accountId: string, words: string[]): Promise<Found[]> {
  const { id, name, dosage, deletedAt } = medications;
  const rows = await db
    .select({ id, title: name, detail: dosage })
    .from(medications)
    .where(and(eq(medications.accountId, accountId), isNull(deletedAt), hasAll(medications, words)))
    .orderBy(asc(name), asc(id))
    .limit(MAX_PER_KIND);
  return rows.map((row) => ({ ...PLAIN, ...row, kind: 'medication' }));
}

/**
 * Events are sorted with the latest first, because coming events are searched more often than past
 * ones.
 */
async function findEvents(db: Db, accountId: string, words: string[]): Promise<Found[]> {
  const { id, title, eventDate, recurringFrequency } = calendarEvents;
  const isTheirs = eq(calendarEvents.accountId, accountId);
  const find = (isWanted: SQL | undefined) =>
    db
      .select({ id, title, eventDate, recurringFrequency })
      .from(calendarEvents)
      .where(and(isTheirs, isWanted))
      .orderBy(sql`${eventDate} desc`, asc(id))
      .limit(MAX_PER_KIND);
  const found = await inChunks(id, (isInChunk) =>
    find(and(isInChunk, hasAll(calendarEvents, words))),
  );
  const rows = await find(isAnyOf(id, found));
  return rows.map((row) => ({
    ...PLAIN,
    kind: 'event',
    id: row.id,
    title: row.title,
    date: row.recurringFrequency === null ? row.eventDate : null,
  }));
}

async function findAlbums(db: Db, accountId: string, words: string[]): Promise<Found[]> {
  const { id, name } = photoAlbums;
  const rows = await db
    .select({ id, title: name })
    .from(photoAlbums)
    .where(and(eq(photoAlbums.accountId, accountId), hasAll(photoAlbums, words)))
    .orderBy(asc(name), asc(id))
    .limit(MAX_PER_KIND);
  return rows.map((row) => ({ ...PLAIN, ...row, kind: 'album' }));
}

async function findPhotos(db: Db, accountId: string, words: string[]): Promise<Found[]> {
  const { id, caption, albumId } = photos;
  const isTheirs = eq(photos.accountId, accountId);
  const find = (isWanted: SQL | undefined) =>
    db
      .select({ id, title: caption, albumId, detail: photoAlbums.name })
      .from(photos)
      .innerJoin(photoAlbums, isRow(photoAlbums, { id: albumId, accountId: photos.accountId }))
      .where(and(isTheirs, isWanted))
      .orderBy(asc(caption), asc(id))
      .limit(MAX_PER_KIND);
  const found = await inChunks(id, (isInChunk) =>
    find(and(isInChunk, ne(caption, ''), hasAll(photos, words))),
  );
  const rows = await find(isAnyOf(id, found));
  return rows.map((row) => ({ ...PLAIN, ...row, kind: 'photo' }));
}

async function findContent(
  db: Db,
  accountId: string,
  words: string[],
  shelf: keyof typeof CONTENT_KINDS,
): Promise<Found[]> {
  const { id, title, kind } = content;
  const rows = await db
    .select({ id, title })
    .from(content)
    .where(and(eq(content.accountId, accountId), eq(kind, shelf), hasAll(content, words)))
    .orderBy(asc(title), asc(id))
    .limit(MAX_PER_KIND);
  return rows.map((row) => ({ ...PLAIN, ...row, kind: CONTENT_KINDS[shelf] }));
}

/** Selects the results of all chunks, so that the database sorts and limits them together. */
function isAnyOf(id: PgColumn, found: readonly { readonly id: string }[]): SQL {
  return inArray(
    id,
    found.map((row) => row.id),
  );
}

/** Default values of the fields that most kinds do not have. */
const PLAIN = { detail: '', albumId: null, date: null };
