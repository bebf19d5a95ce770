import { setImmediate as turn } from 'node:timers/promises';
import { Column, getTableColumns, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type PgColumn, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './database.ts';

/** An SQL expression with the conversion of its result. */
interface Reading<T> {
  readonly expression: SQL;
  read(value: unknown): T;
}

/**
 * One element of a result row: all columns of a table (null if a join found no row), a column, or a
 * value.
 */
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

/** Number of rows that are converted before the event loop may run other work. */
const MANY_ROWS = 500;

/** Selects one value in addition to table rows. */
export function value<T>(expression: SQL, read: (value: unknown) => T): Reading<T> {
  return { expression, read };
}

/** A named parameter that is passed at each execution, encoded for the column. */
export function parameter(name: string, column?: PgColumn): SQL {
  const placeholder: Placeholder = sql.placeholder(name);
  return column === undefined ? sql`${placeholder}` : sql`${sql.param(placeholder, column)}`;
}

/** True if the column equals one of the ids that are passed as a list at each execution. */
export function isAmong(column: PgColumn, name: string): SQL {
  return sql`${column} = any(${parameter(name)}::uuid[])`;
}

/**
 * A prepared statement: its text is built once in this process and parsed once on each connection
 * of a PostgreSQL server, which caches its plan. `statement` receives the select list. Use it for
 * frequent queries whose building and planning cost more than their execution.
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
  const asAnswered = (rows: unknown[][]) => rows;
  return async (db, values) => {
    const rows = await db._.session
      .prepareQuery<{ execute: unknown[][]; all: unknown; values: unknown }>(
        query,
        undefined,
        name,
        true,
        asAnswered,
      )
      .execute({ ...values });
    const made: RowOf<P>[] = [];
    for (const row of rows) {
      // Yields before the first row as well, because the driver has just parsed all rows without a
      // pause.
      if (rows.length > MANY_ROWS && made.length % MANY_ROWS === 0) await turn();
      made.push(rowOf<P>(readers, row));
    }
    return made;
  };
}

/** Reads one element of a row, from the position of its first value. */
interface Reader {
  readonly key: string;
  readonly expressions: readonly SQL[];
  read(row: readonly unknown[], at: number): unknown;
}

function rowOf<P extends Parts>(readers: readonly Reader[], row: readonly unknown[]): RowOf<P> {
  const made: Record<string, unknown> = {};
  let at = 0;
  for (const { key, expressions, read } of readers) {
    made[key] = read(row, at);
    at += expressions.length;
  }
  // The cast is safe: each value was converted according to its type.
  return made as RowOf<P>;
}

function readerOf(key: string, part: Part): Reader {
  if ('read' in part) {
    const { expression, read } = part;
    return { key, expressions: [expression], read: (row, at) => read(row[at]) };
  }
  if (is(part, PgTable)) return tableReader(key, part);
  const read = valueReader(part);
  return { key, expressions: [sql`${part}`], read: (row, at) => read(row[at]) };
}

function tableReader(key: string, table: PgTable): Reader {
  const columns = Object.entries(getTableColumns(table));
  const names = columns.map(([name]) => name);
  const values = columns.map(([, column]) => valueReader(column));
  const sure = columns.findIndex(([, column]) => column.notNull);
  return {
    key,
    expressions: columns.map(([, column]) => sql`${column}`),
    read(row, at) {
      if (row[at + sure] === null) return null;
      const made: Record<string, unknown> = {};
      for (const [place, name] of names.entries()) made[name] = values[place]?.(row[at + place]);
      return made;
    },
  };
}

function valueReader(column: PgColumn): (stored: unknown) => unknown {
  // Columns without a conversion of their own need none, which is the case for most columns.
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (stored) => stored;
  return (stored) => (stored === null ? null : column.mapFromDriverValue(stored));
}
