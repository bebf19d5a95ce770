import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A transaction. The type is the same for the embedded database and for a PostgreSQL server. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/**
 * Receives the announcements of other server processes, and the state of the connection to them.
 */
export interface Listener {
  message(accountId: string, what: string): void;
  /** The connection to the other processes is down: cached data may be stale from now on. */
  interrupted(): void;
  /** The connection is up again; announcements may have been missed meanwhile. */
  resumed(): void;
}

/** Subscriptions to the changes that other processes make. */
export interface Following {
  /**
   * Resolves when every later change of this household will be received, or when the connection to
   * the other processes is down. Only data that is read after that may be cached.
   */
  follow(accountId: string): Promise<void>;
  /** Returns the current mark, for `isFollowedSince`. */
  mark(): number;
  /** True if every change of this household since the mark was received. */
  isFollowedSince(accountId: string, mark: number): boolean;
  /** Unsubscribes from the households for which nothing is cached any more. */
  unfollowUnless(isKept: (accountId: string) => boolean): void;
  /** Stops receiving; call it before the database is closed. */
  end(): Promise<void>;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** Runs one transaction that sees every row, for sign-in, migrations and sweeps only. */
  asSystem<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs one transaction that sees and writes the rows of one household only (row-level security).
   */
  inHousehold<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** Like `inHousehold`, but read-only: PostgreSQL rejects writes (25006). */
  readInHousehold<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Runs several household reads, in one transaction if that is cheaper. Each read sees only its
   * own household and has its own outcome.
   */
  readTogether<T>(reads: readonly HouseholdRead<T>[]): Promise<PromiseSettledResult<T>[]>;
  /** The read replica; undefined if none is configured. */
  readonly replica?: Replica | undefined;
  /**
   * Notifies the other processes that data of a household has changed, after the transaction of
   * `db` has committed. Does nothing if the database is embedded, because there is only one
   * process.
   */
  announce(db: Db, accountId: string, what: string): Promise<void>;
  /** Resolves when announcements are received. */
  listen(listener: Listener): Promise<Following>;
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
  /** Number of statements sent so far, including transaction control. Used by tests. */
  statements(): number;
  close(): Promise<void>;
}

export interface HouseholdRead<T> {
  readonly accountId: string;
  readonly work: (db: Db) => Promise<T>;
}

/** A read replica: an optional hot standby of the database. */
export interface Replica {
  readonly mostAtOnce: number;
  /**
   * Like `Database.readInHousehold`, but on the replica. The read sees everything that the primary
   * had committed before the call. If the replica cannot do that, returns the reason. Rejects if
   * the work rejects or the primary does not answer.
   */
  read<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<ReplicaRead<T>>;
  /**
   * Returns the replication lag in seconds. If the replica cannot be used, rejects with an error
   * for the operator or the error of the driver.
   */
  secondsBehind(): Promise<number>;
}

export type ReplicaRead<T> = { readonly done: T } | { readonly failure: Error };

/** Writes one sentence for the operator to the log. */
export type LogSentence = (sentence: string) => void;

/** Thrown if the application cannot use the given database; the message is for the operator. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}
