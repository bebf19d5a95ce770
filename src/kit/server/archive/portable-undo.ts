import { and, eq, getTableColumns, gte, sql } from 'drizzle-orm';
import type { OfHousehold, Removal, Undo, Which } from './portable.ts';

/** Removes rows of the household out of a table, a few at a time, however many there are. */
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
      // The parts of a table count each by itself: a place may be another row's in the next part.
      .where(and(which, sql`${table}.ctid = any(array(${some}))`))
      .returning({ file: sql<string | null>`${file ?? null}` });
    return { count: gone.length, files: gone.flatMap(({ file: kept }) => kept ?? []) };
  };
}

/** Notes the few rows that an empty household has in these tables, and puts them back as they were. */
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
        // By name: the database computes some columns itself, which the schema does not list.
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
