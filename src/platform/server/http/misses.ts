import type { Database, HouseholdRead } from '#database/connect.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import { batchLoader } from '../jobs/batch-loader.ts';
import { BUSY, MAX_WAIT_MS, MissAdmission } from './miss-admission.ts';
import type { ReadHousehold } from './routes.ts';

/**
 * Reads of short answers: up to 50 answers share one transaction, and two transactions run at a
 * time.
 */
const BATCHES = { atOnce: 2, most: 50, longestWaitMs: MAX_WAIT_MS, tooMany: BUSY };

/** Number of concurrent short reads: the size of two batches of session lookups. */
const SHORT_AT_ONCE = 200;

/** Number of concurrent page reads; each uses its own database connection. */
const PAGES_AT_ONCE = 2;

/**
 * Readers and limits for uncached data: short answers are read in batches, a page or a long list
 * separately. Together with the batches of sessions they use six of the database's ten connections,
 * so that writes do not wait for polls.
 */
export interface Misses {
  readonly short: MissAdmission;
  readonly pages: MissAdmission;
  readonly readShort: ReadHousehold;
  readonly readPage: ReadHousehold;
}

export function missesOf(database: Database, isSecure: boolean): Misses {
  const load = (reads: readonly HouseholdRead<unknown>[]) => database.readTogether(reads);
  const read = batchLoader(BATCHES, load);
  return {
    short: new MissAdmission({ isSecure, atOnce: SHORT_AT_ONCE }),
    pages: new MissAdmission({ isSecure, atOnce: PAGES_AT_ONCE }),
    readShort: (accountId, work) => read({ accountId, work }),
    readPage: (accountId, work) => database.readInHousehold(accountId, work),
  };
}

/**
 * Returns the admission control for a call. It limits not only uncached answers, but also the
 * session lookup of calls that are never cached.
 */
export function admissionOf({ cache }: Endpoint, { short, pages }: Misses): MissAdmission {
  return cache === 'pages' ? pages : short;
}

export function readerOf({ cache }: Endpoint, { readShort, readPage }: Misses): ReadHousehold {
  return cache === 'pages' ? readPage : readShort;
}
