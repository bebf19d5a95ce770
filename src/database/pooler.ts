import pg from 'pg';
import { UnusableDatabase } from './database.ts';
import { unusable } from './unusable-postgres.ts';

/** Of what is asked by way of a pooler that may have no connection to give. */
const ANSWER_TIMEOUT_MS = 5_000;

/** What a connection leads to. */
interface Found {
  readonly version: number;
  /** The server process that answers, as PostgreSQL knows it. */
  readonly process: number;
  /** The running server and the database in it, the same by whatever way they are reached. */
  readonly database: string;
  /** A pooler makes up which process answers, since that changes. */
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
  // As the protocol told it when the connection was made.
  const told: unknown = 'processID' in client ? client.processID : undefined;
  return { ...found, isPooler: told !== found.process };
}

/**
 * Rejects with an UnusableDatabase where sessions would not be kept: what is listened for would be heard
 * by somebody else, and locks and settings left behind.
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
 * Whether a pooler lends this client's server process to another one: some keep a process for as long as
 * a client stays, and are as good as none.
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

/** Rejects with an UnusableDatabase where the pooler does not answer, or leads somewhere else. */
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
