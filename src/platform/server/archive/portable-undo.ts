import { and, eq, getTableColumns, gte, sql } from 'drizzle-orm';
import type { OfHousehold, Removal, Undo, Which } from './portable.ts';

/** Returns a function that deletes the household's rows from a table in batches of `limit`. */
export function removalOf(table: OfHousehold, { file, writtenAt, stays }: Which = {}): Removal {
  return async (db, { accountId, since, before, limit }) => {
    const which = and(
      eq(table.accountId, accountId),
      writtenAt === undefined ? undefined : gte(writtenAt, since),
      stays?.(before),
    );
    const some = sql`select ${table}.ctid from ${table} where ${which} limit ${limit}`;
    const gone = await db
      .delete(table)
      // A ctid is unique only within one partition, and the same ctid may be another household's
      // row in another partition, so the condition `which` is repeated here.
      .where(and(which, sql`${table}.ctid = any(array(${some}))`))
      .returning({ file: sql<string | null>`${file ?? null}` });
    return { count: gone.length, files: gone.flatMap(({ file: kept }) => kept ?? []) };
  };
}

/**
 * Saves the few rows that an empty household has in these tables, and restores them after a failed
 * import.
 */
export function undoOf(...tables: readonly OfHousehold[]): Undo {
  return {
    async before(db, accountId) {
      const noted: unknown[] = [];
      for (const table of tables) {
        const [found] = await db
          .select({ rows: sql<unknown[]>`coalesce(json_agg(${table}), '[]'::json)` })
          .from(table)
          .where(eq(table.accountId, accountId));
        noted.push(found?.rows ?? []);
      }
      return noted;
    },
    async putBack(db, accountId, before) {
      const noted = Array.isArray(before) ? before : [];
      for (const [at, table] of tables.entries()) {
        const rows = JSON.stringify(noted[at] ?? []);
        await db.delete(table).where(eq(table.accountId, accountId));
        // Lists the columns explicitly: the database also has generated columns, which cannot be
        // inserted and are missing in the schema.
        const columns = sql.join(
          Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
          sql`, `,
        );
        await db.execute(sql`insert into ${table} (${columns})
          select ${columns} from jsonb_populate_recordset(null::${table}, ${rows}::jsonb)`);
      }
    },
  };
}
