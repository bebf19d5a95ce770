import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** Number of id ranges, so that a query takes less than 50 ms for each in the largest household. */
const CHUNKS = 16;

/**
 * True for rows that contain each word. `search_text` is a generated column with the row's texts,
 * folded as in `fold.ts`; the schema does not list it, so that other statements neither read nor
 * copy it.
 */
export function hasAll(table: PgTable, words: readonly string[]): SQL | undefined {
  return and(...words.map((word) => sql`strpos(${table}.search_text, ${word}) > 0`));
}

/**
 * Runs a query for each id range of a large table, one after the other. The event loop can run in
 * between, because the embedded database uses the same thread.
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

/** Ids are random, so the ranges have similar sizes. */
function firstOf(chunk: number): string {
  const digit = ((16 / CHUNKS) * chunk).toString(16);
  return `${digit}0000000-0000-0000-0000-000000000000`;
}
