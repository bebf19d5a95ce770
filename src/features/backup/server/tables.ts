import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '#database/connect.ts';

export interface Table {
  readonly name: string;
  /** The columns of the primary key; `isText` if the order would depend on the collation. */
  readonly key: readonly { readonly name: string; readonly isText: boolean }[];
  /** All columns except generated ones. */
  readonly columns: readonly string[];
  /** The identity columns, whose sequences continue after the restored values. */
  readonly counters: readonly string[];
}

const found = z.array(
  z.object({
    name: z.string(),
    key: z.array(z.object({ name: z.string(), isText: z.boolean() })),
    columns: z.array(z.string()),
    counters: z.array(z.string()),
    parents: z.array(z.string()),
  }),
);

/**
 * Returns every table of the database, referenced tables first; partitions are part of their table.
 * Reads the database catalog, so that new tables are never forgotten and older schemas work too.
 */
export async function tablesInOrder(db: Db): Promise<Table[]> {
  const rows = await rowsOf(
    db,
    sql`select c.relname::text as name,
      (select coalesce(json_agg(json_build_object('name', a.attname,
          'isText', t.typcategory = 'S') order by k.place), '[]')
        from pg_index i, unnest(i.indkey) with ordinality k(number, place), pg_attribute a, pg_type t
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid
          and a.attnum = k.number and t.oid = a.atttypid) as key,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '') as columns,
      (select coalesce(json_agg(a.attname), '[]') from pg_attribute a
        where a.attrelid = c.oid and a.attidentity <> '') as counters,
      (select coalesce(json_agg(p.relname), '[]') from pg_constraint f, pg_class p
        where f.conrelid = c.oid and f.contype = 'f' and p.oid = f.confrelid
          and p.oid <> c.oid) as parents
      from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      order by c.relname`,
  );
  return inOrder(found.parse(rows));
}

function inOrder(tables: z.infer<typeof found>): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(
      ({ parents }) => !parents.some((parent) => waiting.has(parent)),
    );
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const { parents: _, ...table } of next) {
      ordered.push(table);
      waiting.delete(table.name);
    }
  }
  return ordered;
}

export function columnsOf({ columns }: Pick<Table, 'columns'>): SQL {
  return sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  );
}

const answered = z.object({ rows: z.array(z.unknown()) });

/** Runs a raw statement; both drivers return its result as `rows`. */
export async function rowsOf(db: Db, statement: ReturnType<typeof sql>): Promise<unknown[]> {
  return answered.parse(await db.execute(statement)).rows;
}
