import pg from 'pg';
import { UnusableDatabase } from './database.ts';

/** Of the operating system: nobody is there, or no way leads there. */
const NOT_REACHED = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** The driver's own words. */
const TIMEOUTS = new Set(['timeout expired', 'Query read timeout']);

const RIGHTS =
  'may not do what is needed: let it create tables, and let an ' +
  'administrator run CREATE ROLE grand_household, and GRANT grand_household TO that user.';

/**
 * A database that cannot be reached or used, in a sentence that names the variable of its address;
 * undefined for what is not expected.
 */
export function unusable(error: unknown, variable: string): UnusableDatabase | undefined {
  const refusal = mayNot(error);
  if (refusal) return new UnusableDatabase(`The user of ${variable} ${RIGHTS} (${refusal})`);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (NOT_REACHED.has(code) || (error instanceof Error && TIMEOUTS.has(error.message))) {
    return new UnusableDatabase(
      `The database of ${variable} does not answer (${code || 'no answer in time'}).`,
    );
  }
  // Not let in, or there is no such database, a pooler's every reason too: their own words have no
  // password in them.
  if (error instanceof pg.DatabaseError && /^(08|28|3D)/.test(code)) {
    return new UnusableDatabase(`${variable} is refused by its server: ${error.message}.`);
  }
  return undefined;
}

/** PostgreSQL's own words when it refuses a right, bare or inside Drizzle's error. */
function mayNot(error: unknown): string | undefined {
  const inner = error instanceof Error && error.cause ? error.cause : error;
  return inner instanceof pg.DatabaseError && inner.code === '42501' ? inner.message : undefined;
}
