import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { given, type Parts, prepared, type RowOf } from './prepared.ts';

/** A parameter of more rows than these would be a text of several megabytes. */
const MOST_ROWS = 5_000;

type Columns = Readonly<Record<string, PgColumn>>;

/** A value for each of those columns, as the schema has it. */
export type GivenRow<C extends Columns> = {
  readonly [K in keyof C]: C[K]['_']['data'] | (C[K]['_']['notNull'] extends true ? never : null);
};

/**
 * Rows as a table of those columns, each by the name that it has here: a statement says `from` it.
 * They come as one parameter, `rows`, made by `asGiven`: so the statement is the same for one row
 * and for thousands, and PostgreSQL's 65,535 parameters are no bound.
 */
export function givenRows(columns: Columns): SQL {
  const each = Object.entries(columns).map(
    ([name, column]) => sql`${sql.identifier(name)} ${sql.raw(column.getSQLType())}`,
  );
  return sql`json_to_recordset(${given('rows')}::json) as given(${sql.join(each, sql`, `)})`;
}

/** Of a row of `givenRows`. */
export function ofGiven(name: string): SQL {
  return sql`given.${sql.identifier(name)}`;
}

export function asGiven<C extends Columns>(rows: readonly GivenRow<C>[]): { rows: string } {
  return { rows: JSON.stringify(rows) };
}

type ColumnsOf<T extends PgTable, K extends keyof T['_']['columns']> = {
  readonly [Name in K]: T['_']['columns'][Name];
};

/**
 * Inserts rows of those columns, any number in one prepared statement. `onConflict` says what becomes
 * of one that is there already, and `returned` what is answered of those that were written, if anything.
 */
export function insertion<
  T extends PgTable,
  const K extends keyof T['_']['columns'] & string,
  const P extends Parts,
>(
  name: string,
  table: T,
  keys: readonly K[],
  { onConflict = sql``, returned }: { readonly onConflict?: SQL; readonly returned: P },
): (db: Db, rows: readonly GivenRow<ColumnsOf<T, K>>[]) => Promise<RowOf<P>[]> {
  const all: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const columns = Object.fromEntries(
    keys.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])),
  );
  const into = Object.values(columns).map((column) => sql.identifier(column.name));
  const written = sql`
    insert into ${table} (${sql.join(into, sql`, `)})
    select ${sql.join(keys.map(ofGiven), sql`, `)} from ${givenRows(columns)} ${onConflict}`;
  const statement = prepared(name, returned, (selected) =>
    Object.keys(returned).length === 0 ? written : sql`${written} returning ${selected}`,
  );
  return async (db, rows) => {
    const answered: RowOf<P>[] = [];
    for (let at = 0; at < rows.length; at += MOST_ROWS) {
      answered.push(...(await statement(db, asGiven(rows.slice(at, at + MOST_ROWS)))));
    }
    return answered;
  };
}
