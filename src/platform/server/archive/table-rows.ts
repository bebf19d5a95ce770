import { and, asc, eq, getTableColumns, inArray, is, type SQL, sql } from 'drizzle-orm';
import { PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import { byPages } from '../jobs/work-items.ts';
import type { Reading, Row, TableRules, Written } from './portable.ts';
import { type Kinds, kindOf, rowsOf } from './table-line.ts';

export function columnsOf(table: PgTable): Readonly<Record<string, PgColumn>> {
  return getTableColumns(table);
}

/** Yields the household's rows of a table in order, read in short transactions. */
export async function* storedRows(
  rules: TableRules,
  reading: Reading,
  kinds: Kinds,
): AsyncGenerator<Written, void, undefined> {
  const { table, within, which, isPaged } = rules;
  const parent = within === undefined ? undefined : columnsOf(table)[within];
  const kind = parent && kindOf(parent, kinds);
  const groups = kind === undefined ? [undefined] : reading.numbers.ids(kind);
  for (const id of groups) {
    const ofGroup = and(which, parent && id !== undefined ? eq(parent, id) : undefined);
    const page = (last: Row | undefined, limit?: number) =>
      reading.read((db) =>
        pageOf(db, rules, { accountId: reading.accountId, ofGroup, last, limit }),
      );
    for await (const row of isPaged ? inPages(page) : await page(undefined)) yield { row };
  }
}

interface Page {
  readonly accountId: string;
  readonly ofGroup: SQL | undefined;
  readonly last?: Row | undefined;
  readonly limit?: number | undefined;
}

async function pageOf(
  db: Db,
  rules: TableRules,
  { accountId, ofGroup, last, limit }: Page,
): Promise<Row[]> {
  const { table, order, nested } = rules;
  const query = db
    .select()
    .from(table as PgTable)
    .where(and(eq(table.accountId, accountId), ofGroup, last && after(rules, last)))
    .orderBy(...order.map((each) => asc(each)));
  const rows: Row[] = await (limit === undefined ? query : query.limit(limit));
  return nested === undefined ? rows : withNested(db, accountId, rows, nested);
}

function after({ table, order }: TableRules, last: Row): SQL {
  const properties = Object.entries(columnsOf(table));
  const values = order.flatMap((each) => {
    const [property = ''] = properties.find(([, column]) => column === each) ?? [];
    return is(each, PgColumn)
      ? sql`${sql.param(last[property], each)}::${sql.raw(each.getSQLType())}`
      : [];
  });
  return sql`(${sql.join([...order], sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

async function withNested(
  db: Db,
  accountId: string,
  rows: readonly Row[],
  { rules, by, most }: NonNullable<TableRules['nested']>,
): Promise<Row[]> {
  const column = columnsOf(rules.table)[by];
  const held = new Map(rows.map(({ id }): [unknown, Row[]] => [id, []]));
  if (column === undefined || rows.length === 0) return [];
  const ofGroup = inArray(column, [...held.keys()]);
  for (const row of await pageOf(db, rules, { accountId, ofGroup })) held.get(row[by])?.push(row);
  return rows.map((row) => ({ ...row, [rules.name]: held.get(row.id)?.slice(-most) ?? [] }));
}

/**
 * A lone surrogate in JSON escape notation, which PostgreSQL refuses. It is replaced by U+FFFD, as
 * both database drivers do in plain parameters.
 */
const HALF = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;

/**
 * Inserts the rows with one statement. A single JSON parameter is faster than one parameter per
 * value.
 */
export async function addRows(db: Db, table: PgTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.entries(columnsOf(table)).filter(([property]) => property in first);
  const names = columns.map(([, { name }]) => sql.identifier(name));
  const properties = columns.map(([property]) => sql.identifier(property));
  const types = columns.map(
    ([property, column]) => sql`${sql.identifier(property)} ${sql.raw(column.getSQLType())}`,
  );
  const comma = sql`, `;
  const said = JSON.stringify(rows);
  const json = said.includes('\\ud') ? said.replace(HALF, '$1\\ufffd') : said;
  await db.execute(sql`insert into ${table} (${sql.join(names, comma)})
    select ${sql.join(properties, comma)} from json_to_recordset(${json}::text::json)
      as rows (${sql.join(types, comma)})`);
}

export async function addNested(
  db: Db,
  { nested }: TableRules,
  rows: readonly Row[],
): Promise<void> {
  if (nested === undefined) return;
  const { table, name } = nested.rules;
  await addRows(
    db,
    table,
    rows.flatMap((row) => rowsOf(row, name)),
  );
}

/** Number of rows per insert statement and per page of a read. */
export const ROWS_AT_ONCE = 500;

/**
 * Yields rows page by page, each page in its own transaction. `page` receives the last row of the
 * previous page.
 */
export function inPages<Row>(
  page: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  return byPages(ROWS_AT_ONCE, (last) => page(last, ROWS_AT_ONCE));
}
