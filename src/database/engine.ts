import { PGlite, type PGliteOptions, type Results, types } from '@electric-sql/pglite';
import { DURABLE_START, DurableFileSystem } from './durable-file-system.ts';

/**
 * `object` returns rows as objects keyed by column, `array` as arrays in the order of the columns.
 */
export interface QueryOptions {
  readonly rowMode?: 'array' | 'object' | undefined;
}

export interface EngineTransaction {
  query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>>;
}

/**
 * The subset of PGlite that the product uses; implemented by PGlite itself and by `EngineThread`.
 */
export interface Engine {
  readonly closed: boolean;
  /** Commits if `work` resolves, rolls back if it rejects. */
  transaction<T>(work: (transaction: EngineTransaction) => Promise<T>): Promise<T>;
  /** Runs one statement outside of a transaction. */
  query(text: string): Promise<unknown>;
  close(): Promise<void>;
}

const asText = (value: string) => value;

/**
 * Object identifiers (OIDs) of the array types of numeric, timestamp, timestamptz, interval and
 * date, which stay text.
 */
const ARRAYS_AS_TEXT = [1231, 1115, 1185, 1187, 1182];

const AS_TEXT = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, ...ARRAYS_AS_TEXT];

/**
 * Conversions equal to those in `postgres.ts`: int8 and count() become numbers; types that Drizzle
 * parses itself stay text.
 */
const PARSERS = {
  ...Object.fromEntries(AS_TEXT.map((type) => [type, asText])),
  [types.INT8]: Number,
};

/**
 * Creates an engine in this thread. If Drizzle passed its parsers with each query, PGlite would
 * copy its whole parser table each time. Therefore `queriesOf` drops these parsers, and they are
 * added to the table here, after PGlite has set its array parsers.
 */
export async function createEngine(options: PGliteOptions = {}): Promise<PGlite> {
  const pglite = await PGlite.create(options);
  Object.assign(pglite.parsers, PARSERS);
  return pglite;
}

/**
 * Opens a folder durably in this thread. If the folder is empty, creates the database, which takes
 * 800 MB of memory.
 */
export function openFolder(folder: string): Promise<PGlite> {
  return createEngine({ fs: new DurableFileSystem(folder), startParams: DURABLE_START });
}
