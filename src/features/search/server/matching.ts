import { and, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Each word stands in one of the columns or another. */
export function hasAll(words: readonly string[], ...columns: PgColumn[]): SQL | undefined {
  const text = sql.join(columns, sql` || ' ' || `);
  return and(...words.map((word) => sql`${foldedText(text)} like ${pattern(word)}`));
}

/** Case folding as `folded` does it, whichever the database's own language is. */
function foldedText(text: SQL): SQL {
  return sql`lower(regexp_replace(normalize(${text}, nfd), '[\u0300-\u036f]', '', 'g') collate "und-x-icu")`;
}

/** A word anywhere; its own percent signs, underscores and backslashes are only themselves. */
function pattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, '\\$&')}%`;
}
