import { and, eq } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#database/connect.ts';
import type {
  OfHousehold,
  Portable,
  Restoring,
  Section,
  TablePart,
  TableRules,
} from './portable.ts';
import { LineRefused } from './portable-fields.ts';
import { removalOf, undoOf } from './portable-undo.ts';
import { type Kinds, lineOf } from './table-line.ts';
import { addNested, addRows, storedRows } from './table-rows.ts';

/**
 * Builds the exporters and importers of all tables. Foreign keys are resolved between tables that
 * have a kind.
 */
export function portablesOf(parts: readonly TablePart[]): Portable[] {
  const all = parts.flatMap(({ tables }) => tables);
  const kinds = new Map(
    all.flatMap(({ table, kind }): [PgTable, string][] => (kind ? [[table, kind]] : [])),
  );
  return parts.map((part) => portableOf(part, kinds));
}

function portableOf({ tables, besides = [], ...part }: TablePart, kinds: Kinds): Portable {
  const noted = tablesWhere(tables, ({ before }) => before !== undefined);
  const cleared = tablesWhere(tables, ({ before }) => before === 'cleared');
  const removed = tables.filter(({ before, restoring }) => restoring && before !== 'changed');
  return {
    undo: undoOf(...noted),
    ...part,
    sections: tables.map((rules) => sectionOf(rules, kinds)),
    present: (db, accountId) => presentIn(db, accountId, tables),
    async clear(db, accountId) {
      for (const table of cleared) await db.delete(table).where(eq(table.accountId, accountId));
    },
    removals: [
      ...besides.map((table) => removalOf(table)),
      ...removed
        .toReversed()
        .flatMap(({ table, nested, removing }) => [
          ...(nested ? [removalOf(nested.rules.table)] : []),
          removalOf(table, removing),
        ]),
    ],
  };
}

function tablesWhere(
  tables: readonly TableRules[],
  isIt: (rules: TableRules) => boolean,
): OfHousehold[] {
  return tables.filter(isIt).map(({ table }) => table);
}

/**
 * Returns the reason why existing rows prevent an import. Rules with a small `most` are checked
 * first: they name an item, which is a better reason than its container, such as a folder.
 */
async function presentIn(
  db: Db,
  accountId: string,
  tables: readonly TableRules[],
): Promise<string | undefined> {
  const keeping = tables.flatMap(({ table, which, keepsOut }) =>
    keepsOut ? [{ table, which, most: 0, ...keepsOut }] : [],
  );
  for (const { table, which, words, most } of keeping.toSorted(
    (one, other) => one.most - other.most,
  )) {
    const found = await db
      .select({ accountId: table.accountId })
      .from(table as PgTable)
      .where(and(eq(table.accountId, accountId), which))
      .limit(most + 1);
    if (found.length > most) return words;
  }
  return undefined;
}

function sectionOf(rules: TableRules, kinds: Kinds): Section {
  const { name, restoring } = rules;
  const line = lineOf(rules, kinds);
  return {
    name,
    restoring,
    line: line.is,
    async *rows(reading) {
      const stored = rules.source?.(reading) ?? storedRows(rules, reading, kinds);
      for await (const { row, file } of stored) {
        yield { row: line.write(row, reading.numbers), file };
      }
    },
    columns(given, context) {
      const read = line.read(given, context);
      const row = restoring?.complete?.(read, context) ?? read;
      const once = restoring?.once?.(row);
      if (once !== undefined) refuseSecond(once, context);
      return row;
    },
    async store(db, all, context) {
      await (restoring?.store?.(db, all, context) ?? addRows(db, rules.table, all));
      await addNested(db, rules, all);
    },
  };
}

function refuseSecond(
  [of, key, sentence = 'this is there twice']: readonly [string, string | number, string?],
  { ids }: Restoring,
): void {
  if (!ids.isFirst(of, key)) throw new LineRefused(sentence);
}
