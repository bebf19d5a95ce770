import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Number of id ranges, so that the largest household with the worst text takes less than 50 ms for each. */
const CHUNKS = 16;

/**
 * True for rows that contain each word. `search_text` is a generated column with the row's texts as
 * `fold.ts` folds them; the schema does not list it, so no other statement reads or copies it.
 */
export function hasAll(table: PgTable, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${table}.search_text, ${word}) > 0`));
}

/**
 * Runs a query for each range of ids of a large table, one after the other. The event loop runs in
 * between, because the embedded database works in the same thread.
 */
export async function inChunks<T>(
  id: PgColumn,
  query: (isInChunk: SQL) => Promise<readonly T[]>,
): Promise<T[]> {
  const found: T[] = [];
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const until = chunk + 1 < CHUNKS ? sql` and ${id} < ${firstOf(chunk + 1)}::uuid` : sql``;
    found.push(...(await query(sql`(${id} >= ${firstOf(chunk)}::uuid${until})`)));
    await nextTurn();
  }
  return found;
}

/** The server makes ids at random, so each range has about as many rows. */
function firstOf(chunk: number): string {
  const digit = ((16 / CHUNKS) * chunk).toString(16);
  return `${digit}0000000-0000-0000-0000-000000000000`;
}
