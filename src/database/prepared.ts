import { getTableColumns, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** A value as the driver answers it, made into what the product works with. */
interface Reading<T> {
  readonly expression: SQL;
  read(value: unknown): T;
}

/** By name what a row consists of: a table's row, null where a join has found none, a column, a value. */
type Part = PgTable | PgColumn | Reading<unknown>;

export type Parts = Readonly<Record<string, Part>>;

type ValueOf<C extends PgColumn> = C['_']['data'] | (C['_']['notNull'] extends true ? never : null);

export type RowOf<P extends Parts> = {
  readonly [K in keyof P]: P[K] extends PgColumn
    ? ValueOf<P[K]>
    : P[K] extends PgTable
      ? P[K]['$inferSelect'] | null
      : P[K] extends Reading<infer T>
        ? T
        : never;
};

const dialect = new PgDialect();

/** One value beside the rows of tables. */
export function value<T>(expression: SQL, read: (value: unknown) => T): Reading<T> {
  return { expression, read };
}

/** A parameter that is given at each execution under that name, as the column stores it. */
export function given(name: string, column?: PgColumn): SQL {
  const placeholder: Placeholder = sql.placeholder(name);
  return column === undefined ? sql`${placeholder}` : sql`${sql.param(placeholder, column)}`;
}

/** Equal to any of the ids that are given at each execution as a list under that name. */
export function isAmong(column: PgColumn, name: string): SQL {
  return sql`${column} = any(${given(name)}::uuid[])`;
}

/**
 * A prepared statement: its text is built once in this process, parsed once on each connection of a
 * PostgreSQL server, and its plan is kept there. `statement` is given the list of what is selected.
 * For what is asked so often that the wording and planning of it cost more than the answer.
 */
export function prepared<const P extends Parts>(
  name: string,
  parts: P,
  statement: (selected: SQL) => SQL,
): (db: Db, values: Readonly<Record<string, unknown>>) => Promise<RowOf<P>[]> {
  const readers = Object.entries(parts).map(([key, part]) => readerOf(key, part));
  const selected = sql.join(
    readers.flatMap(({ expressions }) => expressions),
    sql`, `,
  );
  const query = dialect.sqlToQuery(statement(selected));
  const rowsOf = (rows: unknown[][]) =>
    rows.map((row) => {
      let at = 0;
      const made = readers.map(({ key, expressions, read }) => {
        const values = row.slice(at, at + expressions.length);
        at += expressions.length;
        return [key, read(values)];
      });
      // Each part was read as its type says.
      return Object.fromEntries(made) as RowOf<P>;
    });
  return (db, values) =>
    db._.session
      .prepareQuery<{ execute: RowOf<P>[]; all: unknown; values: unknown }>(
        query,
        undefined,
        name,
        true,
        rowsOf,
      )
      .execute({ ...values });
}

function readerOf(key: string, part: Part) {
  if ('read' in part) {
    const { expression, read } = part;
    return { key, expressions: [expression], read: ([first]: unknown[]) => read(first) };
  }
  if (is(part, PgTable)) return tableReader(key, part);
  return { key, expressions: [sql`${part}`], read: ([first]: unknown[]) => read(part, first) };
}

function tableReader(key: string, table: PgTable) {
  const columns = Object.entries(getTableColumns(table));
  const sure = columns.findIndex(([, column]) => column.notNull);
  return {
    key,
    expressions: columns.map(([, column]) => sql`${column}`),
    read(values: unknown[]) {
      if (values[sure] === null) return null;
      return Object.fromEntries(
        columns.map(([name, column], at) => [name, read(column, values[at])]),
      );
    },
  };
}

function read(column: PgColumn, stored: unknown): unknown {
  return stored === null ? null : column.mapFromDriverValue(stored);
}
