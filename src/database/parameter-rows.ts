import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';
import { type Parts, parameter, prepared, type RowOf } from './prepared.ts';

/** Maximum number of rows per statement; more rows would make parameters of several megabytes. */
const MAX_ROWS = 5_000;

type Columns = Readonly<Record<string, PgColumn>>;

/** A row with a value for each of the columns, in the column's type. */
export type ParameterRow<C extends Columns> = {
  readonly [K in keyof C]: C[K]['_']['data'] | (C[K]['_']['notNull'] extends true ? never : null);
};

/**
 * Returns a table expression with these columns for a `from` clause. Each column is one array
 * parameter, created by `asParameters`. So the statement has the same text for any number of rows,
 * and PostgreSQL's limit of 65,535 parameters does not matter.
 */
export function parameterRows(columns: Columns): SQL {
  const all = Object.entries(columns);
  const names = all.map(([name]) => sql.identifier(name));
  // Arrays are sent as text, which both drivers pass unchanged. An array column is sent as text[],
  // because PostgreSQL has no array of arrays.
  const lists = all.map(
    ([name, column]) =>
      sql`${parameter(parameterOf(name))}::text::${sql.raw(`${isList(column) ? 'text' : column.getSQLType()}[]`)}`,
  );
  const read = all.map(([name, column]) =>
    isList(column)
      ? sql`${sql.identifier(name)}::${sql.raw(column.getSQLType())} as ${sql.identifier(name)}`
      : sql.identifier(name),
  );
  return sql`(select ${sql.join(read, sql`, `)}
    from unnest(${sql.join(lists, sql`, `)}) as sent(${sql.join(names, sql`, `)})) as given`;
}

/** Refers to a column of `parameterRows`. */
export function ofGiven(name: string): SQL {
  return sql`given.${sql.identifier(name)}`;
}

/** Converts rows to one PostgreSQL array literal for each column. */
export function asParameters<C extends Columns>(
  columns: C,
  rows: readonly ParameterRow<C>[],
): Readonly<Record<string, string>> {
  const sent: Record<string, string> = {};
  for (const [name, column] of Object.entries(columns)) {
    const write = writerOf(column);
    const written = rows.map(({ [name]: value }) => (value == null ? 'NULL' : write(value)));
    sent[parameterOf(name)] = `{${written.join()}}`;
  }
  return sent;
}

const parameterOf = (name: string) => `each ${name}`;

const isList = (column: PgColumn) => column.getSQLType().endsWith('[]');

/** Returns the function that writes a non-null value of this column into an array literal. */
function writerOf(column: PgColumn): (value: unknown) => string {
  const type = column.getSQLType();
  if (type === 'uuid') return String;
  if (type === 'jsonb') return (value) => quoted(JSON.stringify(value));
  if (isList(column)) {
    const listed = (value: unknown) => [value].flat().map((one) => quoted(String(one)));
    return (value) => quoted(`{${listed(value).join()}}`);
  }
  return (value) => (value instanceof Date ? value.toISOString() : quoted(String(value)));
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

type ColumnsOf<T extends PgTable, K extends keyof T['_']['columns']> = {
  readonly [Name in K]: T['_']['columns'][Name];
};

interface Inserting<P extends Parts> {
  readonly onConflict?: SQL;
  readonly also?: SQL;
  readonly returned: P;
}

/**
 * Builds a prepared statement that inserts any number of rows. `onConflict` is the conflict clause,
 * `also` contains further statements that use the `written` rows, and `returned` selects the
 * columns to return, if any.
 */
export function insertion<
  T extends PgTable,
  const K extends keyof T['_']['columns'] & string,
  const P extends Parts,
>(
  name: string,
  table: T,
  keys: readonly K[],
  { onConflict = sql``, also, returned }: Inserting<P>,
): (db: Db, rows: readonly ParameterRow<ColumnsOf<T, K>>[]) => Promise<RowOf<P>[]> {
  const all: Readonly<Record<string, PgColumn>> = getTableColumns(table);
  const columns = Object.fromEntries(
    keys.flatMap((key) => (all[key] === undefined ? [] : [[key, all[key]]])),
  );
  const into = Object.values(columns).map((column) => sql.identifier(column.name));
  const written = sql`
    insert into ${table} (${sql.join(into, sql`, `)})
    select ${sql.join(keys.map(ofGiven), sql`, `)} from ${parameterRows(columns)} ${onConflict}`;
  const statement = prepared(name, returned, (selected) => {
    if (also !== undefined) {
      return sql`with written as (${written} returning *), further as (${also})
        select ${selected} from written as ${table}`;
    }
    return Object.keys(returned).length === 0 ? written : sql`${written} returning ${selected}`;
  });
  return async (db, rows) => {
    const answered: RowOf<P>[] = [];
    for (let at = 0; at < rows.length; at += MAX_ROWS) {
      answered.push(...(await statement(db, asParameters(columns, rows.slice(at, at + MAX_ROWS)))));
    }
    return answered;
  };
}
