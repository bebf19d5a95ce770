import { setTimeout as sleep } from 'node:timers/promises';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { type Db, type ReplicaRead, type Say, UnusableDatabase } from './database.ts';
import { inTransaction } from './pool-transaction.ts';
import { unusable } from './unusable-postgres.ts';

/** What is read there takes long: few at once are enough. */
const CONNECTIONS = 3;

/** Of a connection, and of what is asked before the work begins. */
const ANSWER_TIMEOUT_MS = 1_500;

/** For so long it is waited for what the primary has committed, and looked so often. */
const LONGEST_WAIT_MS = 1_000;
const LOOK_EVERY_MS = 20;

/** The system identifier, the same on a primary and its standbys, and the database in it. */
const IDENTITY = `(select concat_ws(' ', (select system_identifier from pg_control_system()), oid)
  from pg_database where datname = current_database()) as database`;

/**
 * Whatever has been committed stands before this position of the log (WAL). A commit that is waited for
 * is on the primary's disk, which is as far as a standby is sent; one that is not may only be inserted.
 */
const POSITION = `select extract(epoch from clock_timestamp())::float8 as now, ${IDENTITY},
  ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int as timeline,
  (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as position`;

/** What the standby knows of its timeline is some minutes old after a change, and never ahead. */
const LOOK = `select pg_is_in_recovery() as "isStandby", ${IDENTITY},
  greatest((select timeline_id from pg_control_checkpoint()),
    (select min_recovery_end_timeline from pg_control_recovery())) as timeline,
  coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasReplayed",
  $2::float8 - extract(epoch from coalesce(
    pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))::float8 as "secondsBehind"`;

interface Position {
  /** Seconds since 1970. A number does not depend on the DateStyle of a lent connection. */
  readonly now: number;
  readonly database: string;
  /** A new one begins with each failover. */
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

/** It leads somewhere else, which no waiting mends. */
class OtherDatabase extends Error {
  override name = 'OtherDatabase';
}

class Behind extends Error {
  override name = 'Behind';
  readonly seconds: number;

  constructor(seconds: number) {
    super('It has not replayed what the primary has committed.');
    this.seconds = Math.max(seconds, LONGEST_WAIT_MS / 1000);
  }
}

/** Statements that the server ended or could not do as it is, and what came after one; none that is wrong itself. */
const OF_THE_SERVER = /^(08|25P02|40|53|55|57|58|XX)/;

/** A hot standby (streaming replica), asked only for what a primary had committed by then. */
export class Standby {
  readonly mostAtOnce = CONNECTIONS;
  readonly #primary: pg.Pool;
  readonly #pool: pg.Pool;
  readonly #log: Say;

  /** `reach` is how a connection to it is made. */
  constructor(reach: pg.PoolConfig, primary: pg.Pool, log: Say) {
    this.#primary = primary;
    this.#log = log;
    this.#pool = new pg.Pool({
      ...reach,
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      max: CONNECTIONS,
    });
    this.#pool.on('error', ({ message }) =>
      log(`A connection to the replica was lost: ${message}`),
    );
  }

  /**
   * The start's look. Rejects where it is another database's: only a mistake does that. One that does
   * not answer, or was made a primary, is told of and not read from: the server goes on without it.
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
      this.#log(`The replica cannot be used, and the primary answers instead. ${message}`);
    }
  }

  /** Runs the work after `begin`, which begins a transaction that only reads. See `Replica`. */
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
        // In one packet with the first look, and given up with it.
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
 * Resolves when the server on this connection has replayed all that was committed then. Each look is a
 * statement with a snapshot of its own, so it may be inside the transaction, which sees it afterwards.
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
    // As far along the log of a former primary says nothing about this one's.
    if (found.timeline !== timeline) throw new Error('It follows another timeline.');
    if (found.hasReplayed) return;
    if (performance.now() - began >= LONGEST_WAIT_MS) throw new Behind(found.secondsBehind);
    await sleep(LOOK_EVERY_MS);
  }
}

function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A server that is asked for one row answers none.');
  return row;
}

/** One that the primary has answered, such as for want of a right. Its silence is everybody's, and thrown. */
function refusalOf(error: unknown): pg.DatabaseError {
  if (error instanceof pg.DatabaseError) return error;
  throw error;
}

/** Whether a statement of the work failed because of the server that it was sent to. */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof DrizzleQueryError)) return false;
  const { cause } = error;
  return !(cause instanceof pg.DatabaseError) || OF_THE_SERVER.test(cause.code ?? '');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
