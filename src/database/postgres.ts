import pg from 'pg';
import { Announcer } from './announcer.ts';
import type { Database, Db, Replica } from './database.ts';
import { migrateServer, type Opening } from './migrate-server.ts';
import { OneTransaction, requireUuid } from './one-transaction.ts';
import { inTransaction } from './pool-transaction.ts';
import { readTogether } from './read-together.ts';
import { APPLICATION, FOR_THE_SYSTEM } from './row-security.ts';
import { PIN_SESSION, PIN_TRANSACTION } from './session-settings.ts';
import { Standby } from './standby.ts';

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/**
 * Maximum wait for a free connection. The request is then refused, and the client asked to retry.
 */
const MAX_WAIT_MS = 3_000;
/**
 * Time limit for the start of a transaction, including the wait for a connection. When it passes,
 * the server counts as unreachable. A request that fails for this reason takes less than five
 * seconds.
 */
const MAX_BEGIN_MS = 4_000;
const MIN_BEGIN_MS = 1_500;
const STATEMENT_TIMEOUT_MS = 15_000;

/** PostgreSQL settings that end slow statements and idle transactions. */
const LIMITS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MS,
};

// Conversion equal to that of the embedded database: int8 and count() become numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens and migrates the database of a PostgreSQL server, which other processes may share. */
export async function connectPostgres(databaseUrl: string, opening: Opening): Promise<Database> {
  const { directUrl, replicaUrl, log } = opening;
  const isPooled = directUrl !== undefined;
  const reach: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: APPLICATION,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
  const direct = isPooled ? { ...reach, connectionString: directUrl } : reach;
  await migrateServer({ direct, pooled: isPooled ? reach : undefined }, opening);
  const pooling: pg.PoolConfig = {
    ...reach,
    connectionTimeoutMillis: MAX_WAIT_MS,
    max: CONNECTIONS,
    idleTimeoutMillis: 60_000,
    // Time limit of the driver. PostgreSQL itself cancels a slow statement earlier; this limit is
    // for a server that does not answer at all.
    query_timeout: STATEMENT_TIMEOUT_MS + 5_000,
    // Allows statements to be sent before the previous answer arrives; see `sendAhead`.
    pipeline: true,
  };
  const owned: pg.PoolConfig = { ...LIMITS, onConnect: (client) => client.query(PIN_SESSION) };
  const pool = new pg.Pool({ ...pooling, ...(isPooled ? {} : owned) });
  pool.on('error', (error) => log(`database connection lost: ${error.message}`));
  if (replicaUrl === undefined) return over({ pool, direct, isPooled }, opening);
  const reachStandby = { ...pooling, ...owned, connectionString: replicaUrl };
  const standby = new Standby(reachStandby, pool, log);
  const database = over({ pool, direct, isPooled, standby }, opening);
  try {
    await standby.open();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

interface Ways {
  readonly pool: pg.Pool;
  /** Connection settings for work that needs a session. */
  readonly direct: pg.ClientConfig;
  /**
   * True behind a pooler in transaction mode, which may use another backend for each transaction.
   */
  readonly isPooled: boolean;
  readonly standby?: Standby;
}

function over({ pool, direct, isPooled, standby }: Ways, { natsUrl, log }: Opening): Database {
  const one = new OneTransaction();
  let sent = 0;
  const count = () => {
    sent += 1;
  };
  const atWork = new Set<pg.PoolClient>();
  const fellSilent = () => {
    for (const client of atWork) client.connection.stream.destroy();
  };
  const begin = beginnings(isPooled);
  const beginTelling = begin.asSystem;
  const telling = new Announcer({ pool, beginTelling, direct, natsUrl, fellSilent, log });

  const transact = <T>(text: string, work: (db: Db) => Promise<T>) =>
    transactOn(text, (db) => work(db));

  async function transactOn<T>(
    text: string,
    work: (db: Db, client: pg.PoolClient) => Promise<T>,
  ): Promise<T> {
    one.check();
    const asked = performance.now();
    const client = await pool.connect();
    atWork.add(client);
    const left = MAX_BEGIN_MS - (performance.now() - asked);
    const beginWithin = { text, query_timeout: Math.max(left, MIN_BEGIN_MS) };
    const inside = (db: Db) => {
      telling.begin(db);
      return one.run(() => work(db, client));
    };
    try {
      const bracket = { begin: beginWithin, telling, count, isPooled };
      return await inTransaction(client, bracket, inside);
    } finally {
      atWork.delete(client);
    }
  }

  const replica: Replica | undefined = standby && {
    mostAtOnce: standby.mostAtOnce,
    read: async (accountId, work) => {
      one.check();
      const statement = beginnings(false).readInHousehold(accountId);
      return standby.read({ begin: statement, count }, (db) => one.run(() => work(db)));
    },
    secondsBehind: () => standby.secondsBehind(count),
  };

  return {
    kind: 'postgres',
    asSystem: (work) => transact(begin.asSystem, work),
    inHousehold: async (accountId, work) => transact(begin.inHousehold(accountId), work),
    readInHousehold: async (accountId, work) => transact(begin.readInHousehold(accountId), work),
    readTogether: async (reads) => {
      const beginIn = (accountId: string, work: (client: pg.PoolClient) => Promise<void>) =>
        transactOn(begin.readInHousehold(accountId), (_, client) => work(client));
      return readTogether(reads, beginIn, { isPooled, count });
    },
    replica,
    announce: async (db, accountId, what) => telling.add(db, { accountId, what }),
    listen: (listener) => telling.listen(listener),
    ping: async () => {
      count();
      const query = { text: 'select 1', query_timeout: MIN_BEGIN_MS };
      await pool.query(query);
    },
    statements: () => sent,
    close: async () => {
      await telling.close();
      await standby?.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/**
 * Returns the SQL that begins each kind of transaction. Behind a pooler the backend can change, so
 * each transaction sets limits and settings again; without a pooler, the connection has them. The
 * isolation level is explicit because a role may have another default.
 */
function beginnings(isPooled: boolean) {
  const limits = Object.entries(LIMITS).map(([name, ms]) => `; SET LOCAL ${name} = ${ms}`);
  const end = isPooled ? `${limits.join('')}; ${PIN_TRANSACTION}` : '';
  const household = (accountId: string) =>
    `SELECT set_config('role', 'grand_household', true), set_config('app.account_id', '${requireUuid(accountId)}', true)${end}`;
  return {
    asSystem: `BEGIN ISOLATION LEVEL READ COMMITTED; ${FOR_THE_SYSTEM}${end}`,
    inHousehold: (accountId: string) =>
      `BEGIN ISOLATION LEVEL READ COMMITTED; ${household(accountId)}`,
    // Read committed, because `standby.ts` requires that each statement has its own snapshot.
    readInHousehold: (accountId: string) =>
      `BEGIN READ ONLY, ISOLATION LEVEL READ COMMITTED; ${household(accountId)}`,
  };
}
