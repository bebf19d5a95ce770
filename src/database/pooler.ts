import pg from 'pg';
import { UnusableDatabase } from './database.ts';
import { unusable } from './unusable-postgres.ts';

/** Timeout of queries through a pooler, which may have no free connection. */
const ANSWER_TIMEOUT_MS = 5_000;

interface Found {
  readonly version: number;
  /** Process id of the backend, as PostgreSQL reports it. */
  readonly process: number;
  /**
   * Start time of the server and id of the database. The value is the same for every address of one
   * database.
   */
  readonly database: string;
  /** True behind a pooler, which reports a made-up process id to its clients. */
  readonly isPooler: boolean;
}

const LOOK = `select current_setting('server_version_num')::int / 10000 as version,
  pg_backend_pid() as process,
  concat_ws(' ', extract(epoch from pg_postmaster_start_time()), oid) as database
  from pg_database where datname = current_database()`;

export async function lookAround(client: pg.Client): Promise<Found> {
  const look = { text: LOOK, query_timeout: ANSWER_TIMEOUT_MS };
  const { rows } = await client.query<Omit<Found, 'isPooler'>>(look);
  const [found] = rows;
  if (found === undefined) throw new Error('The database does not find itself.');
  // Process id that the connection handshake reported; a pooler reports another one than
  // PostgreSQL.
  const told: unknown = 'processID' in client ? client.processID : undefined;
  return { ...found, isPooler: told !== found.process };
}

/**
 * Rejects with `UnusableDatabase` if the connection `client` goes through a pooler that does not
 * preserve sessions. Notifications would then reach other clients, and locks and settings would
 * leak.
 */
export async function requirePast(
  found: Found,
  ways: {
    readonly client: pg.Client;
    readonly direct: pg.ClientConfig;
    readonly pooled: pg.ClientConfig | undefined;
  },
): Promise<void> {
  if (!found.isPooler) return;
  if (ways.pooled === undefined) {
    throw new UnusableDatabase(
      'DATABASE_URL leads to a pooler such as PgBouncer. Set DATABASE_DIRECT_URL as well, to an address that leads past it to PostgreSQL (docs/several-servers.md).',
    );
  }
  if (await isLent(found, ways.client, ways.direct)) {
    throw new UnusableDatabase(
      'DATABASE_DIRECT_URL leads to a pooler in transaction mode: it must lead past it to PostgreSQL (docs/several-servers.md).',
    );
  }
}

/**
 * True if the pooler gives this client's backend to another client. A pooler in session mode does
 * not do that, and is harmless.
 */
async function isLent(found: Found, client: pg.Client, reach: pg.ClientConfig): Promise<boolean> {
  return withClient(reach, async (other) => {
    const begin = { text: 'BEGIN', query_timeout: ANSWER_TIMEOUT_MS };
    await other.query(begin);
    const others = await lookAround(other);
    const own = await lookAround(client);
    return others.process === found.process || own.process !== found.process;
  });
}

/**
 * Rejects with `UnusableDatabase` if the pooler does not answer or leads to a database other than
 * `found`.
 */
export async function requireSameDatabase(found: Found, pooled: pg.ClientConfig): Promise<void> {
  const through = await withClient(pooled, lookAround).catch((error: unknown) => {
    throw unusable(error, 'DATABASE_URL') ?? error;
  });
  if (through.database === found.database) return;
  throw new UnusableDatabase(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: they must be two ways to one.',
  );
}

async function withClient<T>(
  reach: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(reach);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
