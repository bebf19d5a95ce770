import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type Db, type LogSentence, type ReplicaRead, UnusableDatabase } from './database.ts';
import { inTransaction } from './pool-transaction.ts';
import { unusable } from './unusable-postgres.ts';

/** Maximum number of connections. A few are enough, because they are used only for long reads. */
const CONNECTIONS = 3;

/** Timeout for connecting and for the statements before the work begins. */
const ANSWER_TIMEOUT_MS = 1_500;

/**
 * Maximum wait until the standby has replayed the primary's commits, and the interval of the polls.
 */
const MAX_WAIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** System identifier, equal on a primary and its standbys, and the id of the database. */
const IDENTITY = `(select concat_ws(' ', (select system_identifier from pg_control_system()), oid)
  from pg_database where datname = current_database()) as database`;

/**
 * Query for the log position (WAL) that includes every commit so far. The primary flushes a
 * synchronous commit, and sends only flushed log to a standby. An asynchronous commit may only be
 * inserted into the log, so then the insert position is used.
 */
const POSITION = `select extract(epoch from clock_timestamp())::float8 as now, ${IDENTITY},
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as position`;

/**
 * Query for the state of the standby. After a failover, the timeline that a standby reports may be
 * outdated for a few minutes, but is never ahead.
 */
const LOOK = `select pg_is_in_recovery() as "isStandby", ${IDENTITY},
  greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasReplayed",
  $2::float8 - extract(epoch from coalesce(
    pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as "secondsBehind"`;

interface Position {
  /** Seconds since 1970. A number does not depend on the DateStyle of a pooled connection. */
  readonly now: number;
  readonly database: string;
  /** Timeline of the log; each failover starts a new one. */
  readonly timeline: number;
  readonly position: string;
}

interface Look {
  readonly isStandby: boolean;
  readonly database: string;
  readonly timeline: number;
  readonly hasReplayed: boolean;
  readonly secondsBehind: number;
}

/** Thrown if the replica URL leads to another database, so that a retry cannot help. */
class OtherDatabase extends Error {
  override name = 'OtherDatabase';
}

class Behind extends Error {
  override name = 'Behind';
  readonly seconds: number;

  constructor(seconds: number) {
    super('It has not replayed what the primary has committed.');
    this.seconds = Math.max(seconds, MAX_WAIT_MS / 1000);
  }
}

/**
 * SQLSTATE classes of errors that the server causes (connection, resources, shutdown), and of
 * statements after such an error. The work itself is correct, so the primary can repeat it.
 */
const OF_THE_SERVER = /^(08|25P02|40|53|55|57|58|XX)/;

/**
 * A hot standby (streaming replica). A read waits until the standby has replayed all commits that
 * the primary has made so far.
 */
export class Standby {
  readonly mostAtOnce = CONNECTIONS;
  readonly #primary: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #log: LogSentence;

  /** `reach` has the connection settings of the standby. */
  constructor(reach: pg.PoolConfig, primary: pg.Pool, log: LogSentence) {
    this.#primary = primary;
    this.#log = log;
    this.#pool = new pg.Pool({
      ...reach,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      max: CONNECTIONS,
    });
    this.#pool.on('error', ({ message }) => log(`replica connection lost: ${message}`));
  }

  /**
   * Checks the standby at the start. Rejects if it belongs to another database, which is a
   * configuration error. If it does not answer or was promoted to a primary, that is logged, and
   * the standby is not used.
   */
  async open(): Promise<void> {
    try {
      await this.secondsBehind(() => undefined);
    } catch (error) {
      if (error instanceof OtherDatabase) {
        throw new UnusableDatabase(
          'DATABASE_REPLICA_URL leads to another database than DATABASE_URL: it must lead to a streaming replica of it (docs/several-servers.md).',
        );
      }
      const { message } = unusable(error, 'DATABASE_REPLICA_URL') ?? asError(error);
      this.#log(`replica unavailable, the primary answers: ${message}`);
    }
  }

  /**
   * Runs the work in the read-only transaction that the statement `begin` starts. See `Replica`.
   */
  async read<T>(
    { begin, count }: { readonly begin: string; count(): void },
    work: (db: Db) => Promise<T>,
  ): Promise<ReplicaRead<T>> {
    const committed = await this.#position(count).catch(refusalOf);
    if (committed instanceof Error) return { failure: committed };
    let own: { readonly error: unknown } | undefined;
    try {
      const client = await this.#pool.connect();
      const bracket = {
        // BEGIN is sent in one packet with the first poll, so the timeout of the poll applies to it
        // as well.
        begin: { text: begin },
        telling: NOTHING_TO_TELL,
        isPooled: false,
        count,
      };
      const done = await inTransaction(client, bracket, async (db) => {
        await caughtUp(client, committed, count);
        return work(db).catch((error: unknown) => {
          own = { error };
          throw error;
        });
      });
      return { done };
    } catch (error) {
      if (own?.error === error && !isOfServer(error)) throw error;
      return { failure: asError(error) };
    }
  }

  async secondsBehind(count: () => void): Promise<number> {
    const committed = await this.#position(count);
    const client = await this.#pool.connect();
    let failure: unknown;
    try {
      const began = performance.now();
      await caughtUp(client, committed, count);
      return (performance.now() - began) / 1000;
    } catch (error) {
      if (error instanceof Behind) return error.seconds;
      failure = error;
      throw error;
    } finally {
      client.release(failure !== undefined);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }

  async #position(count: () => void): Promise<Position> {
    count();
    const query = { text: POSITION, query_timeout: ANSWER_TIMEOUT_MS };
    const { rows } = await this.#primary.query<Position>(query);
    return only(rows);
  }
}

const NOTHING_TO_TELL = { commitOf: () => ({ text: 'COMMIT' }), committed: () => undefined };

/**
 * Resolves when the standby has replayed everything up to `position`. Each poll is a statement with
 * a new snapshot. It runs inside the transaction, whose later statements then see the replayed
 * data.
 */
async function caughtUp(
  client: pg.PoolClient,
  { position, now, database, timeline }: Position,
  count: () => void,
): Promise<void> {
  const began = performance.now();
  for (;;) {
    count();
    const look = { text: LOOK, values: [position, now], query_timeout: ANSWER_TIMEOUT_MS };
    const found = only((await client.query<Look>(look)).rows);
    if (found.database !== database) throw new OtherDatabase('It leads to another database.');
    if (!found.isStandby) throw new Error('It is no standby: it takes changes of its own.');
    // Positions on different timelines cannot be compared.
    if (found.timeline !== timeline) throw new Error('It follows another timeline.');
    if (found.hasReplayed) return;
    if (performance.now() - began >= MAX_WAIT_MS) throw new Behind(found.secondsBehind);
    await sleep(LOOK_EVERY_MS);
  }
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A server that is asked for one row answers none.');
  return row;
}

/**
 * Returns the error if the primary reported it, for example a missing privilege. Throws any other
 * error, because a timeout would affect all queries.
 */
function refusalOf(error: unknown): pg.DatabaseError {
  if (error instanceof pg.DatabaseError) return error;
  throw error;
}

/** True if a statement of the work failed for a reason that lies in the standby. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  return !(cause instanceof pg.DatabaseError) || OF_THE_SERVER.test(cause.code ?? '');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
