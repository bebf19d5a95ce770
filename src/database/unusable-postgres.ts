import pg from 'pg';
import { UnusableDatabase } from './database.ts';

/** Of the operating system: nobody is there, or no way leads there. */
const NOT_REACHED = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** The driver's own words. */
const CONNECT_TIMEOUT = 'timeout expired';

const RIGHTS =
  'The user of DATABASE_URL may not do what is needed: let it create tables, and let an ' +
  'administrator run CREATE ROLE grand_household, and GRANT grand_household TO that user.';

/** A database that cannot be reached or used, in a sentence; undefined for what is not expected. */
export function unusable(error: unknown): UnusableDatabase | undefined {
  const refusal = mayNot(error);
  if (refusal) return new UnusableDatabase(`${RIGHTS} (${refusal})`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_REACHED.has(code) || (error instanceof Error && error.message === CONNECT_TIMEOUT)) {
    return new UnusableDatabase(
      `The database of DATABASE_URL does not answer (${code || 'no answer in time'}).`,
    );
  }
  // Not let in, or there is no such database: PostgreSQL's own words have no password in them.
  if (error instanceof pg.DatabaseError && /^(28|3D)/.test(code)) {
    return new UnusableDatabase(`DATABASE_URL is refused by its server: ${error.message}.`);
  }
  return undefined;
}

/** PostgreSQL's own words when it refuses a right, bare or inside Drizzle's error. */
function mayNot(error: unknown): string | undefined {
  const inner = error instanceof Error && error.cause ? error.cause : error;
  return inner instanceof pg.DatabaseError && inner.code === '42501' ? inner.message : undefined;
}
