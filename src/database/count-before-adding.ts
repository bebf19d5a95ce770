import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './connect.ts';

type HouseholdTable = PgTable & { readonly accountId: PgColumn };

/**
 * Locks inserts into this table for this household until `db` commits. Every transaction takes this
 * lock before any row lock, which prevents deadlocks.
 */
export async function lockAdding(db: Db, table: HouseholdTable, accountId: string): Promise<void> {
  const key = `${getTableName(table)} ${accountId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * Counts the rows of a household before an insert. Concurrent transactions that insert wait for
 * each other, so a limit cannot be exceeded.
 */
export async function countBeforeAdding(
  db: Db,
  table: HouseholdTable,
  accountId: string,
  isCounted?: SQL,
): Promise<number> {
  await lockAdding(db, table, accountId);
  return db.$count(table, and(eq(table.accountId, accountId), isCounted));
}
