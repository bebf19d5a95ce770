import pg from 'pg';
import { UnusableDatabase } from './database.ts';

/** Error codes of the operating system when a server cannot be reached. */
const NOT_REACHED = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
]);

/** Messages of timeouts for which the driver sets no error code. */
const TIMEOUTS = new Set(['timeout expired', 'Query read timeout']);

const RIGHTS =
  'may not do what is needed: let it create tables, and let an ' +
  'administrator run CREATE ROLE grand_household, and GRANT grand_household TO that user.';

/**
 * If the error means that the database cannot be reached or used, returns an error for the operator
 * that names the variable. Returns undefined for unexpected errors.
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
  // SQLSTATE classes of connection, login and database errors, including all errors of a pooler.
  // Their messages contain no password.
  if (error instanceof pg.DatabaseError && /^(08|28|3D)/.test(code)) {
    return new UnusableDatabase(`${variable} is refused by its server: ${error.message}.`);
  }
  return undefined;
}

/** Returns PostgreSQL's message about a missing privilege, from the error itself or its cause. */
function mayNot(error: unknown): string | undefined {
  const inner = error instanceof Error && error.cause ? error.cause : error;
  return inner instanceof pg.DatabaseError && inner.code === '42501' ? inner.message : undefined;
}
