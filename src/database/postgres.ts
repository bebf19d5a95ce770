import pg from 'pg';
import { type Database, type Db, type Say, UnusableDatabase } from './database.ts';
import { holdMigrations, isMigrationDue, migrate } from './migrate.ts';
import { OneTransaction, requireUuid } from './one-transaction.ts';
import { handleOf, inTransaction } from './pool-transaction.ts';
import { Telling } from './telling.ts';
import { unusable } from './unusable-postgres.ts';
import { APPLICATION, FOR_THE_SYSTEM } from './wall.ts';

const OLDEST_VERSION = 15;
const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** Who waits longer for a free connection is told to come again. */
const LONGEST_WAIT_MS = 3_000;
/**
 * A server that has not begun a transaction by then, the wait for the connection included, does not
 * answer at all. Together with the shortest time for it this stays below five seconds.
 */
const LONGEST_BEGIN_MS = 4_000;
const SHORTEST_BEGIN_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 15_000;

// As in `embedded.ts`: int8 and count() are numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

interface Opening {
  readonly natsUrl: string | undefined;
  readonly log: Say;
  readonly upTo?: string | undefined;
  /** Keeps the database, of so many bytes, as it is before a migration; answers where, if it can. */
  readonly dumped?: ((bytes: number) => Promise<string | undefined>) | undefined;
}

/** Opens a PostgreSQL server's database and brings it up to date; other servers may share it. */
export async function connectPostgres(databaseUrl: string, opening: Opening): Promise<Database> {
  const { log } = opening;
  const reach: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  await migrateServer(reach, opening);
  const pool = new pg.Pool({
    ...reach,
    connectionTimeoutMillis: LONGEST_WAIT_MS,
    max: CONNECTIONS,
    idleTimeoutMillis: 60_000,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
    // The server ends a slow statement; this is for a server that does not answer at all.
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
    // What is said next is sent without waiting for an answer: see `sendAhead`.
    pipeline: true,
  });
  pool.on('error', (error) => log(`A connection to the database was lost: ${error.message}`));
  return over(pool, reach, opening);
}

function over(
  pool: pg.Pool,
  reach: pg.ClientConfig,
  { natsUrl, log }: Pick<Opening, 'natsUrl' | 'log'>,
): Database {
  const one = new OneTransaction();
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  const atWork = new Set<pg.PoolClient>();
  const fellSilent = () => {
    for (const client of atWork) client.connection.stream.destroy();
  };
  const telling = new Telling({ pool, reach, natsUrl, fellSilent, log });

  async function transact<T>(begin: string, work: (db: Db) => Promise<T>): Promise<T> {
    one.check();
    const asked = performance.now();
    const client = await pool.connect();
    atWork.add(client);
    const left = LONGEST_BEGIN_MS - (performance.now() - asked);
    const beginWithin = { text: begin, query_timeout: Math.max(left, SHORTEST_BEGIN_MS) };
    const inside = (db: Db) => {
      telling.begin(db);
      return one.run(() => work(db));
    };
    try {
      return await inTransaction(client, { begin: beginWithin, telling, count }, inside);
    } finally {
      atWork.delete(client);
    }
  }

  return {
    kind: 'postgres',
    asSystem: (work) => transact(BEGIN_AS_SYSTEM, work),
    inHousehold: async (accountId, work) => transact(beginInHousehold(accountId), work),
    announce: async (db, accountId, what) => telling.add(db, { accountId, what }),
    listen: (listener) => telling.listen(listener),
    ping: async () => {
      count();
      const query = { text: 'select 1', query_timeout: SHORTEST_BEGIN_MS };
      await pool.query(query);
    },
    statements: () => sent,
    close: async () => {
      await telling.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/** One message to the server, as in a household. */
const BEGIN_AS_SYSTEM = `BEGIN; ${FOR_THE_SYSTEM}`;

/** One message to the server: a read of a household costs this, its statement, and COMMIT. */
function beginInHousehold(accountId: string): string {
  return `BEGIN; SELECT set_config('role', 'grand_household', true), set_config('app.account_id', '${requireUuid(accountId)}', true)`;
}

/** Migrations may take their time, so they have a connection of their own without timeouts. */
async function migrateServer(
  reach: pg.ClientConfig,
  { log, upTo, dumped }: Opening,
): Promise<void> {
  const client = new pg.Client(reach);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('show server_version_num');
    const version = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (version < OLDEST_VERSION) {
      throw new UnusableDatabase(
        `DATABASE_URL leads to PostgreSQL ${version}: ${OLDEST_VERSION} or later is needed.`,
      );
    }
    await client.query(BEGIN_AS_SYSTEM);
    const handle = handleOf(client, () => undefined);
    await holdMigrations(handle.db);
    if (await isMigrationDue(handle.db, upTo)) {
      const { rows: sizes } = await client.query('select pg_database_size(current_database())');
      log(sentenceOf(await dumped?.(sizes[0]?.pg_database_size)));
    }
    await migrate(handle.db, upTo);
    await client.query('COMMIT');
  } catch (error) {
    throw unusable(error) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function sentenceOf(kept: string | undefined): string {
  return kept === undefined
    ? 'The database is brought up to date, all of it or nothing. The way back is a backup of your own (pg_dump) from before.'
    : `The database is brought up to date. As it was before it is kept in ${kept}, for pg_restore.`;
}
