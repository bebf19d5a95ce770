import { PGlite, type PGliteOptions, type Results, types } from '@electric-sql/pglite';
import { DURABLE_START, DurableFileSystem } from './durable-file-system.ts';

/** Rows as objects by column, or as arrays in the order of the columns. */
export interface QueryOptions {
  readonly rowMode?: 'array' | 'object' | undefined;
}

/** A transaction that is open. */
export interface EngineTransaction {
  query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>>;
}

/** The part of PGlite that is used. PGlite itself has it, and `EngineThread` in another thread. */
export interface Engine {
  readonly closed: boolean;
  /** Commits what `work` has done, or rolls it back where that rejects. */
  transaction<T>(work: (transaction: EngineTransaction) => Promise<T>): Promise<T>;
  /** One statement outside of every transaction. */
  query(text: string): Promise<unknown>;
  close(): Promise<void>;
}

const asText = (value: string) => value;

/** Arrays of numeric, timestamp, timestamptz, interval and date: their object identifiers (OIDs) in PostgreSQL. */
const ARRAYS_AS_TEXT = [1231, 1115, 1185, 1187, 1182];

const AS_TEXT = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...ARRAYS_AS_TEXT];

/** As in `postgres.ts`: int8 and count() are numbers, and what Drizzle reads itself stays a text. */
const PARSERS = {
  ...Object.fromEntries(AS_TEXT.map((type) => [type, asText])),
  [types.INT8]: Number,
};

/**
 * An engine in this thread. Drizzle would name its parsers with each query, for which PGlite then
 * copies its whole table of them: they are in it from here on (`queriesOf` leaves them out), also those
 * of arrays, which PGlite sets last.
 */
export async function createEngine(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create(options);
  Object.assign(pglite.parsers, PARSERS);
  return pglite;
}

/** Opens a folder durably, in this thread; makes the database in it when it is empty (which takes 800 MB). */
export function openFolder(folder: string): Promise<PGlite> {
  return createEngine({ fs: new DurableFileSystem(folder), startParams: DURABLE_START });
}
