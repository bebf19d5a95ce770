import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from './connect.ts';

type Ordered = PgTable & Readonly<Record<'id' | 'order', PgColumn>>;

/** Sets the order of the matching rows to 0, 1, 2 … in the order of `ids`, with one statement. */
export async function renumber(
  db: Db,
  table: Ordered,
  which: SQL | undefined,
  ids: readonly string[],
): Promise<void> {
  const { id, order } = table;
  await db.execute(sql`
    update ${table} set "order" = wanted.place - 1
    from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) with ordinality as wanted(id, place)
    where ${which} and ${id} = wanted.id::uuid and ${order} <> wanted.place - 1`);
}
