import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

type Value = PgColumn | SQL | string;

/** Matches one row by id and household. The id alone could match a row of another household. */
export function isRow(
  table: { readonly id: PgColumn; readonly accountId: PgColumn },
  row: { readonly id: Value; readonly accountId: Value },
): SQL {
  return sql`(${eq(table.id, row.id)} and ${eq(table.accountId, row.accountId)})`;
}

/** Matches the rows that a subquery selects, by id and household. */
export function isOneOf(
  row: { readonly id: PgColumn; readonly accountId: PgColumn },
  rows: SQLWrapper,
): SQL {
  return sql`(${row.id}, ${row.accountId}) in ${rows}`;
}
