import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

type Value = PgColumn | SQL | string;

/** True for the row of that id in that household; by its id alone, a row of another household can match. */
export function isRow(
  table: { readonly id: PgColumn; readonly accountId: PgColumn },
  row: { readonly id: Value; readonly accountId: Value },
): SQL {
  return sql`(${eq(table.id, row.id)} and ${eq(table.accountId, row.accountId)})`;
}

/** True for the rows that a subquery names, by their id and their household. */
export function isOneOf(
  row: { readonly id: PgColumn; readonly accountId: PgColumn },
  rows: SQLWrapper,
): SQL {
  return sql`(${row.id}, ${row.accountId}) in ${rows}`;
}
