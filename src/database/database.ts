import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A transaction: the same type over the embedded database and over a PostgreSQL server. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** What other server processes on the same database hear, and when they cannot be heard. */
export interface Listener {
  message(accountId: string, what: string): void;
  /** The line to the others is down: what is kept may be stale from now on. */
  interrupted(): void;
  /** The line is back; anything may have been said meanwhile. */
  resumed(): void;
}

/** What is heard of the other processes. */
export interface Following {
  /**
   * Resolves when every change of this household is heard from now on, or none at all is. Only what is
   * read after that may be kept.
   */
  follow(accountId: string): Promise<void>;
  /** Of this moment, for `isFollowedSince`. */
  mark(): number;
  /** Whether every change of this household has been heard since that moment. */
  isFollowedSince(accountId: string, mark: number): boolean;
  /** Stops following those households of which nothing is kept any more. */
  unfollowUnless(isKept: (accountId: string) => boolean): void;
  /** Ends the hearing, before the database is closed. */
  end(): Promise<void>;
}

export interface Database {
  readonly kind: 'embedded' | 'postgres';
  /** One transaction that sees every row: signing in, migrations, sweeps. Nothing else does. */
  asSystem<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** One transaction that sees and writes the rows of one household only (row-level security). */
  inHousehold<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /** The same of what only reads: PostgreSQL refuses to write in it (25006). */
  readInHousehold<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Several of those, of any households, in one transaction where that is cheaper: each sees its own
   * household only, and has its own outcome.
   */
  readTogether<T>(reads: readonly HouseholdRead<T>[]): Promise<PromiseSettledResult<T>[]>;
  /** From which the same can be read; undefined without one. */
  readonly replica?: Replica | undefined;
  /**
   * Tells the other processes what is stale in a household, once `db`'s transaction has committed.
   * Nobody else is there when embedded.
   */
  announce(db: Db, accountId: string, what: string): Promise<void>;
  /** Resolves when it hears. */
  listen(listener: Listener): Promise<Following>;
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
  /** Statements sent so far, transaction control included: tests count with it. */
  statements(): number;
  close(): Promise<void>;
}

export interface HouseholdRead<T> {
  readonly accountId: string;
  readonly work: (db: Db) => Promise<T>;
}

/** A read replica: a hot standby of the database, which is never needed. */
export interface Replica {
  /** It has connections for so many transactions. */
  readonly mostAtOnce: number;
  /**
   * As `Database.readInHousehold`, there, with all that the primary had committed when it was asked;
   * answers why not where that cannot be had. Rejects as the work itself does, and where the primary
   * does not answer.
   */
  read<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<ReplicaRead<T>>;
  /** How far it is behind the primary. Rejects with a sentence, or the driver's words, where it is no use. */
  secondsBehind(): Promise<number>;
}

export type ReplicaRead<T> = { readonly done: T } | { readonly failure: Error };

/** Takes one sentence about what happens, for the operator. */
export type Say = (sentence: string) => void;

/** The application cannot use the database it is given; the sentence is for the operator. */
export class UnusableDatabase extends Error {
  override name = 'UnusableDatabase';
}
