import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { content } from '#database/schema/content.ts';
import { notFound } from '#platform/shared/refusals.ts';
import type { ContentKind } from '../contract.ts';
import { durationOf, secondsOf } from '../domain/duration.ts';

export type ContentRow = typeof content.$inferSelect;

/** One kind of content of a household; the positions of its rows are 0 to n-1. */
export interface Shelf {
  readonly kind: ContentKind;
  readonly accountId: string;
}

/** Values entered by the family; null removes a value, undefined keeps it. */
export interface EnteredDetails {
  readonly duration?: string | null | undefined;
  readonly trackCount?: number | null | undefined;
}

/** The details from a provider. */
export type Found = Pick<ContentRow, 'duration' | 'trackCount' | 'source' | 'thumbnail'>;

/** New details of an existing entry. */
export interface News extends Found {
  /** True if the address changed, so that the old details are discarded. */
  readonly isOther: boolean;
}

type NewRow = Pick<ContentRow, 'id' | 'title' | 'url' | 'order' | 'createdAt'>;

export function ofShelf({ kind, accountId }: Shelf, id?: string): SQL | undefined {
  const isIt = id === undefined ? undefined : eq(content.id, id);
  return and(eq(content.accountId, accountId), eq(content.kind, kind), isIt);
}

/** Returns the rows by position. */
export function rowsOf(db: Db, shelf: Shelf): Promise<ContentRow[]> {
  return db.select().from(content).where(ofShelf(shelf)).orderBy(asc(content.order));
}

export async function rowOf(db: Db, shelf: Shelf, id: string): Promise<ContentRow> {
  const [row] = await db.select().from(content).where(ofShelf(shelf, id));
  if (row === undefined) throw notFound();
  return row;
}

/**
 * Marks an entry whose provider was already asked, so that the job for missing pictures skips it.
 */
const WAS_ASKED = { askAt: null };

/** Adds an entry. Values that the family entered have priority over those of the provider. */
export async function addRow(
  db: Db,
  { kind, accountId }: Shelf,
  row: NewRow,
  { given, found }: { readonly given: EnteredDetails; readonly found: Found },
): Promise<void> {
  const duration = written(given.duration) ?? found.duration;
  const trackCount = given.trackCount ?? found.trackCount;
  const known = { ...found, duration, trackCount, ...WAS_ASKED };
  await db.insert(content).values({ ...row, ...known, kind, accountId });
}

export async function changeRow(
  db: Db,
  shelf: Shelf,
  { id, title, url }: Pick<NewRow, 'id' | 'title' | 'url'>,
  { given, news }: { readonly given: EnteredDetails; readonly news: News | undefined },
): Promise<void> {
  await db
    .update(content)
    .set({
      ...{ title, url, version: sql`${content.version} + 1` },
      ...(news && columnsOf(news)),
      ...(given.duration !== undefined && { duration: written(given.duration) }),
      ...(given.trackCount !== undefined && { trackCount: given.trackCount }),
    })
    .where(ofShelf(shelf, id));
}

/** If the address is unchanged, its stored details have priority over new ones. */
function columnsOf({ isOther, ...found }: News) {
  if (isOther) return { ...found, ...WAS_ASKED };
  return {
    ...found,
    ...WAS_ASKED,
    duration: sql`coalesce(${content.duration}, ${found.duration})`,
    trackCount: sql`coalesce(${content.trackCount}, ${found.trackCount})`,
  };
}

/** True for rows of these kinds that have no picture and are due for a request. */
export function isToBeAsked(kinds: readonly ContentKind[], now: Date): SQL | undefined {
  return and(inArray(content.kind, [...kinds]), isNull(content.thumbnail), lte(content.askAt, now));
}

/** Normalizes the format of a duration. */
function written(duration: string | null | undefined): string | null {
  return durationOf(secondsOf(duration ?? ''));
}
