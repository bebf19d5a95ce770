import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { bin } from '#database/schema/bin.ts';
import { users } from '#database/schema/households.ts';
import type { MemberContext } from '#platform/server/feature.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { CallOf } from '#platform/shared/endpoint.ts';
import type { BinCalls, BinKind } from '../contract.ts';
import { DAYS_IN_BIN } from '../limits.ts';

export type BinRow = typeof bin.$inferSelect;

export interface Binned {
  readonly id: string;
  readonly kind: BinKind;
  readonly within?: string;
  readonly name: string;
  readonly detail?: string;
  readonly thumbnail?: string | null;
  readonly files?: readonly string[];
  readonly bytes?: number;
}

export type Deleting = Pick<MemberContext, 'db' | 'account' | 'user' | 'now'>;

/** Maximum number of rows per statement. */
const AT_ONCE = 500;

/**
 * Copies things that are about to be deleted into the bin, each with its table row; or, if the row
 * itself stays, with the data that a restore needs.
 */
export async function putInBin(
  { db, account, user, now }: Deleting,
  things: readonly Binned[],
  from: PgTable | Readonly<Record<string, unknown>>,
): Promise<void> {
  const table = isTable(from) ? from : undefined;
  const row = table ? sql`to_jsonb(t) - 'search_text'` : sql`${JSON.stringify(from)}::jsonb`;
  const join = table && sql`join ${table} t on t.id = v.id and t.account_id = ${account.id}::uuid`;
  for (let at = 0; at < things.length; at += AT_ONCE) {
    const json = JSON.stringify(things.slice(at, at + AT_ONCE));
    await db.execute(sql`
      insert into ${bin} (id, account_id, kind, within, name, detail, thumbnail, files, bytes, "row",
        deleted_at, deleted_by, deleted_by_name)
      select v.id, ${account.id}::uuid, v.kind, v.within, v.name, coalesce(v.detail, ''),
        v.thumbnail, array(select jsonb_array_elements_text(coalesce(v.files, '[]'::jsonb))),
        coalesce(v.bytes, 0), ${row}, ${now.toISOString()}::timestamptz, ${user.id}::uuid,
        coalesce((select ${users.firstName} || ' ' || ${users.lastName} from ${users}
          where ${users.id} = ${user.id}::uuid and ${users.accountId} = ${account.id}::uuid), '')
      from jsonb_to_recordset(${json}::jsonb) as v(id uuid, kind text, within uuid, name text,
        detail text, thumbnail text, files jsonb, bytes bigint) ${join ?? sql``}`);
  }
}

function isTable(from: PgTable | Readonly<Record<string, unknown>>): from is PgTable {
  return 'getSQL' in from;
}

/**
 * Inserts rows with their former values. Columns that were added to the table later get their
 * default.
 */
export async function putBack(
  db: Db,
  table: PgTable,
  rows: readonly BinRow['row'][],
): Promise<void> {
  const columns = Object.values(getTableColumns(table))
    .map(({ name }) => name)
    .filter((name) => rows.every((row) => name in row))
    .map((name) => sql.identifier(name));
  const list = sql.join(columns, sql`, `);
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const json = JSON.stringify(rows.slice(at, at + AT_ONCE));
    await db.execute(sql`insert into ${table} (${list})
      select ${list} from jsonb_populate_recordset(null::${table}, ${json}::jsonb)`);
  }
}

/** Returns the time before which items must have been deleted to be erased now. */
export function goneBefore(now: Date): Date {
  return new Date(now.getTime() - DAYS_IN_BIN * DAY_MS);
}

/** Returns a page of top-level items, each with the number of items it contains. */
export async function binPage(
  db: Db,
  accountId: string,
  { limit, before, beforeId }: CallOf<BinCalls['list']>['query'],
  now: Date,
): Promise<(BinRow & { inside: number })[]> {
  const rows = await db
    .select()
    .from(bin)
    .where(
      and(standing(accountId, now), before === undefined ? undefined : older(before, beforeId)),
    )
    .orderBy(desc(bin.deletedAt), desc(bin.id))
    .limit(limit);
  const ids = rows.map(({ id }) => id);
  const counted = await db
    .select({ within: bin.within, inside: count() })
    .from(bin)
    .where(and(eq(bin.accountId, accountId), inArray(bin.within, ids)))
    .groupBy(bin.within);
  const inside = new Map(counted.map((each) => [each.within, each.inside]));
  return rows.map((row) => ({ ...row, inside: inside.get(row.id) ?? 0 }));
}

function older(before: string, beforeId: string | undefined) {
  const at = new Date(before);
  const same = beforeId && and(eq(bin.deletedAt, at), lt(bin.id, beforeId));
  return or(lt(bin.deletedAt, at), same || undefined);
}

function standing(accountId: string, now: Date): SQL | undefined {
  return and(eq(bin.accountId, accountId), isNull(bin.within), gt(bin.deletedAt, goneBefore(now)));
}

/** Locks the restorable items among the ids, and returns them with the items they contain. */
export async function holdBinned(
  db: Db,
  accountId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ things: BinRow[]; inside: BinRow[] }> {
  const things = await db
    .select()
    .from(bin)
    .where(and(standing(accountId, now), inArray(bin.id, [...ids])))
    .orderBy(asc(bin.id))
    .for('update');
  const held = things.map(({ id }) => id);
  const inside = await db
    .select()
    .from(bin)
    // The rows of a removed person are not returned, because they may be megabytes; they are
    // restored within the database.
    .where(and(eq(bin.accountId, accountId), inArray(bin.within, held), ne(bin.kind, 'person')));
  return { things, inside };
}

/** Locks the top-level items with these ids, or all of them. */
export async function holdIds(
  db: Db,
  accountId: string,
  ids?: readonly string[],
): Promise<Pick<BinRow, 'id' | 'kind' | 'name'>[]> {
  return db
    .select({ id: bin.id, kind: bin.kind, name: bin.name })
    .from(bin)
    .where(
      and(
        eq(bin.accountId, accountId),
        isNull(bin.within),
        ids === undefined ? undefined : inArray(bin.id, [...ids]),
      ),
    )
    .orderBy(asc(bin.id))
    .for('update');
}

export async function bytesInBin(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${bin.bytes}), 0)`.mapWith(Number) })
    .from(bin)
    .where(eq(bin.accountId, accountId));
  return row?.bytes ?? 0;
}

export async function nameInBin(
  db: Db,
  accountId: string,
  id: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ name: bin.name })
    .from(bin)
    .where(and(standing(accountId, now), eq(bin.id, id)));
  return row?.name;
}

/** Deletes items from the bin together with the items they contain. */
export function removeBinned(db: Db, accountId: string, ids: readonly string[]) {
  const some = [...ids];
  return db
    .delete(bin)
    .where(and(eq(bin.accountId, accountId), or(inArray(bin.id, some), inArray(bin.within, some))))
    .returning({ id: bin.id, kind: bin.kind, files: bin.files });
}
