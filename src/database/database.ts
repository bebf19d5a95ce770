import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A transaction: the same type over the embedded database and over a PostgreSQL server. */
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
   * the other processes is down. Only data read after that may be cached.
   */
  follow(accountId: string): Promise<void>;
  /** Returns the current mark, for `isFollowedSince`. */
  mark(): number;
  /** True if every change of this household since that mark was received. */
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
   * Runs several household reads, in one transaction where that is cheaper. Each sees only its own
   * household and has its own outcome.
   */
  readTogether<T>(reads: readonly HouseholdRead<T>[]): Promise<PromiseSettledResult<T>[]>;
  /** Undefined without a read replica. */
  readonly replica?: Replica | undefined;
  /**
   * Notifies the other processes of stale data in a household, once the transaction of `db` has
   * committed. Does nothing when embedded, as there is only one process.
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
   * Like `Database.readInHousehold`, on the replica, including all that the primary had committed
   * at the call. Returns the reason if the replica cannot do that. Rejects if the work rejects or
   * the primary does not answer.
   */
  read<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<ReplicaRead<T>>;
  /**
   * Replication lag in seconds. Rejects with an error for the operator, or with the error of the
   * driver, if the replica cannot be used.
   */
  secondsBehind(): Promise<number>;
}

export type ReplicaRead<T> = { readonly done: T } | { readonly failure: Error };

/** Logs one sentence for the operator. */
export type LogSentence = (sentence: string) => void;

/** The application cannot use the given database; the message is for the operator. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}
