import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './connect.ts';

type HouseholdTable = PgTable & { readonly accountId: PgColumn };

/**
 * Locks the adding of rows to this table in this household until `db` commits. Every transaction takes
 * this lock before it locks rows, so that two transactions never wait for each other.
 */
export async function lockAdding(db: Db, table: HouseholdTable, accountId: string): Promise<void> {
  const key = `${getTableName(table)} ${accountId}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Counts rows of a household before one is added; two transactions at once count one after the other. */
export async function countBeforeAdding(
  db: Db,
  table: HouseholdTable,
  accountId: string,
  isCounted?: SQL,
): Promise<number> {
  await lockAdding(db, table, accountId);
  return db.$count(table, and(eq(table.accountId, accountId), isCounted));
}
