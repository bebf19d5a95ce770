import { type Column, getTableColumns, getTableName } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Field, Restoring, Row, TableRules } from './portable.ts';
import { count, instant, localDate, number, text } from './portable-fields.ts';
import type { Numbers } from './portable-ids.ts';

/** The kind of each table: the name with which rows of other tables refer to its rows. */
export type Kinds = ReadonlyMap<PgTable, string>;

/** Converts a row of a table to a line and back. */
export interface Line {
  readonly is: z.ZodType<Row>;
  write(stored: Row, numbers: Numbers): Row;
  /** Throws a LineRefused. */
  read(line: Row, context: Restoring): Row;
}

/**
 * Columns that are not exported: the import sets the household, and the version of an imported row
 * starts again.
 */
const OF_THE_SERVER = ['accountId', 'version'];

/** Column that is not exported: the import derives it from the position of the line. */
const PLACE = 'order';

interface NamedField extends Field {
  readonly property: string;
  readonly name: string;
}

/**
 * Returns the kind of the table that a foreign key references, or undefined if the column is no
 * foreign key.
 */
export function kindOf(column: Column, kinds: Kinds): string | undefined {
  for (const { reference } of getTableConfig(column.table as PgTable).foreignKeys) {
    const { columns, foreignTable } = reference();
    if (columns.some((each) => each.name === column.name)) return kinds.get(foreignTable);
  }
  return undefined;
}

/** Derives the line format from the columns of the table and the additional rules. */
export function lineOf(rules: TableRules, kinds: Kinds): Line {
  const { name: section, table, within = '', nested, added = {} } = rules;
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const fields = fieldsOf(rules, columns, kinds);
  const inside = nested && {
    ...nested,
    name: nested.rules.name,
    line: lineOf(nested.rules, kinds),
  };
  const shape = fields.map(({ property, name, is }) => [
    name,
    property in added ? is.default(added[property]) : is,
  ]);
  const isOfLine = z.strictObject({
    ...Object.fromEntries(shape),
    ...(inside && { [inside.name]: z.array(inside.line.is).max(inside.most) }),
  });
  return {
    is: checkedBy(isOfLine, rules),
    write(stored, numbers) {
      const line: Record<string, unknown> = {};
      for (const { property, name, write } of fields) {
        const value = stored[property];
        line[name] = write === undefined ? value : write(value, numbers, stored);
      }
      if (inside !== undefined) {
        line[inside.name] = rowsOf(stored, inside.name).map((row) =>
          inside.line.write(row, numbers),
        );
      }
      return line;
    },
    read(line, context) {
      const { accountId, ids } = context;
      const row: Record<string, unknown> = { accountId };
      if ('id' in columns && rules.kind === undefined) row.id = ids.next();
      for (const { property, name, read } of fields) {
        row[property] = read === undefined ? line[name] : read(line[name], ids, line);
      }
      if (PLACE in columns) row[PLACE] = ids.place(`${section} ${row[within] ?? ''}`);
      if (inside !== undefined) {
        const { by } = inside;
        row[inside.name] = rowsOf(line, inside.name).map((one) => {
          return { ...inside.line.read(one, context), [by]: row.id };
        });
      }
      return row;
    },
  };
}

export function rowsOf(row: Row, name: string): readonly Row[] {
  // The cast is safe: the schema of the line or its `read` created these values.
  return row[name] as readonly Row[];
}

function checkedBy(line: z.ZodType<Row>, { check }: TableRules): z.ZodType<Row> {
  if (check === undefined) return line;
  return line.superRefine((given, context) => {
    for (const [field, message] of Object.entries(check(given as never))) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });
}

function fieldsOf(
  rules: TableRules,
  columns: Readonly<Record<string, PgColumn>>,
  kinds: Kinds,
): NamedField[] {
  const { kind, without = [] } = rules;
  const isLeftOut = (property: string, column: PgColumn) =>
    OF_THE_SERVER.includes(property) ||
    without.includes(property) ||
    property === PLACE ||
    column.generatedIdentity !== undefined ||
    (property === 'id' && kind === undefined);
  return Object.entries(columns).flatMap(([property, column]) =>
    isLeftOut(property, column) ? [] : fieldOf(rules, { property, column }, kinds),
  );
}

function fieldOf(
  { kind, fields = {}, longest, table }: TableRules,
  { property, column }: { readonly property: string; readonly column: PgColumn },
  kinds: Kinds,
): NamedField {
  if (property === 'id' && kind !== undefined) return identity(kind);
  const said = fields[property];
  const named = kindOf(column, kinds);
  if (said === undefined && named !== undefined) return reference(named, property, column);
  const field = said instanceof z.ZodType ? { is: said } : said;
  const is = field?.is ?? typeOf(column, longest);
  if (is === undefined) throw new Error(`${getTableName(table)}.${property} needs a limit`);
  return { name: property, property, ...field, is: column.notNull ? is : is.nullable() };
}

/** Returns undefined for a column without a maximum length. */
function typeOf({ columnType }: PgColumn, longest: number | undefined): z.ZodType | undefined {
  if (columnType === 'PgText' && longest !== undefined) return text(longest);
  return TYPES[columnType];
}

const TYPES: Readonly<Record<string, z.ZodType>> = {
  PgBoolean: z.boolean(),
  PgDateString: localDate,
  PgInteger: count,
  PgBigInt53: z.int().min(0),
  PgTimestamp: instant,
};

// The casts below are safe: the schema of the line has validated the given values, and the written
// values come from the column.
const identity = (kind: string): NamedField => ({
  property: 'id',
  name: 'number',
  is: number,
  write: (id, numbers) => numbers.give(kind, id as string),
  read: (given, ids) => ids.give(kind, given as number),
});

const reference = (kind: string, property: string, { notNull }: PgColumn): NamedField => ({
  property,
  name: kind,
  is: notNull ? number : number.nullable(),
  write: (id, numbers) => numbers.of(kind, id as string | null),
  read: (given, ids) => ids.ofAny(kind, given as number | null),
});
