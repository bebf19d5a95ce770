import { setImmediate as turn } from 'node:timers/promises';
import { Column, getTableColumns, is, type Placeholder, type SQL, sql } from 'drizzle-orm';
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

/** After so many rows other requests have a turn. */
const MANY_ROWS = 500;

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
      // The driver has just parsed them all: whoever else waits for the event loop has a turn first.
      if (rows.length > MANY_ROWS && made.length % MANY_ROWS === 0) await turn();
      made.push(rowOf<P>(readers, row));
    }
    return made;
  };
}

/** Reads one part, whose first value stands at that place of a row. */
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
  // Each part was read as its type says.
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
  // Most columns are read as the driver answers them.
  if (column.mapFromDriverValue === Column.prototype.mapFromDriverValue) return (stored) => stored;
  return (stored) => (stored === null ? null : column.mapFromDriverValue(stored));
}
