import type { Database, HouseholdRead } from '#database/connect.ts';
import type { Endpoint } from '#kit/shared/endpoint.ts';
import { batchLoader } from '../jobs/batch-loader.ts';
import { BUSY, LONGEST_WAIT_MS, MissAdmission } from './miss-admission.ts';
import type { ReadHousehold } from './routes.ts';

/** So many short answers are read in one transaction, on two of the database's connections. */
const BATCHES = { atOnce: 2, most: 50, longestWaitMs: LONGEST_WAIT_MS, tooMany: BUSY };

/** As many as two batches of sessions or of answers take. */
const SHORT_AT_ONCE = 200;

/** Each on a connection of its own. */
const PAGES_AT_ONCE = 2;

/**
 * What is not cached, with its bounds: what is short is read in batches, a page or a long list by itself.
 * With the batches of sessions they take six of the database's ten connections, so that what is written
 * does not wait behind all polls.
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

/** Also of what is not cached at all, of which the session alone is looked up within it. */
export function admissionOf({ cache }: Endpoint, { short, pages }: Misses): MissAdmission {
  return cache === 'pages' ? pages : short;
}

export function readerOf({ cache }: Endpoint, { readShort, readPage }: Misses): ReadHousehold {
  return cache === 'pages' ? readPage : readShort;
}
