import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/connect.ts';

/** Each row as text in one column. */
const found = z.object({ rows: z.array(z.object({ said: z.string() })) });

/**
 * Returns the rows of a household as text, table by table. Excludes `announcements`, whose rows are
 * deleted within moments.
 */
export async function rowsOf(database: Database, accountId: string): Promise<string[]> {
  return database.asSystem(async (db) => {
    const ask = async (query: SQL) => found.parse(await db.execute(query)).rows;
    const tables = await ask(sql`
      select table_name as said from information_schema.columns
      where table_schema = 'public' and column_name = 'account_id'
        and table_name <> 'announcements' order by table_name`);
    const seen: string[] = [];
    for (const name of [...tables.map(({ said }) => said), 'accounts']) {
      const owner = sql.identifier(name === 'accounts' ? 'id' : 'account_id');
      const rows = await ask(sql`
        select t::text as said from ${sql.identifier(name)} t
        where ${owner} = ${accountId} order by 1`);
      const hash = createHash('sha256').update(JSON.stringify(rows)).digest('hex');
      seen.push(`${name}: ${rows.length} rows, ${hash}`);
    }
    return seen;
  });
}
