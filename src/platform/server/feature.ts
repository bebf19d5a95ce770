import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '#database/connect.ts';
import type { CallOf, Endpoint, Endpoints, ReplyOf, Upload } from '#platform/shared/endpoint.ts';
import type { HouseholdLimits } from '#platform/shared/limits.ts';
import type { Refusal } from '#platform/shared/refusal.ts';
import type { Role } from '#platform/shared/roles.ts';
import type { Download } from './http/download.ts';
import type { FileAnswer } from './http/file-replies.ts';
import type { SteadyClock } from './jobs/monotonic-clock.ts';
import type { Job } from './jobs/queue.ts';

/** The user of a session, cached between calls. */
export interface Caller {
  readonly account: { readonly id: string };
  readonly user: { readonly id: string; readonly role: Role };
  readonly tokenHash: string;
  readonly deviceName: string;
  /**
   * Returns the reason why every call of the household is refused at this time, such as an expiry;
   * undefined if it is not refused. With `afterExpiry`, the reason for the calls that a paired
   * device may still make for some days after the expiry.
   */
  refusalAt(now: Date, afterExpiry?: boolean): Refusal | undefined;
  /**
   * The refusal for most calls while the household is busy with an exclusive operation; undefined
   * otherwise.
   */
  readonly busy: Refusal | undefined;
}

/**
 * The data that a change makes stale: cached sessions, or cached answers together with the topic
 * that open screens are notified of (the first word of the path).
 */
export type Stale = 'sessions' | { readonly answers: string };

/** Registers a change: when the transaction commits, cached data of the household is dropped. */
export type Changed = (accountId: string, what: Stale) => void;

/**
 * Unit of work: a transaction in which `changed` marks cached data as stale. After the commit every
 * process drops the household's cached answers, and for `sessions` also its cached sessions, and
 * open screens are notified. A rollback drops nothing.
 */
export interface UnitOfWork {
  /** Runs a transaction of one household. */
  change<T>(
    accountId: string,
    work: (db: Db, changed: (what: Stale) => void) => Promise<T>,
  ): Promise<T>;
  /** Runs a transaction for data whose household is not yet known: see `Database.asSystem`. */
  changeAsSystem<T>(work: (db: Db, changed: Changed) => Promise<T>): Promise<T>;
}

export interface Context extends UnitOfWork {
  readonly database: Database;
  /**
   * Returns the result of `make`, which runs in its own transaction of the household. The result is
   * cached as JSON until data of the household changes or until the time that `make` passes to
   * `cacheUntil`.
   */
  kept<T>(
    accountId: string,
    key: string,
    make: (db: Db, cacheUntil: (instant: Date) => void) => Promise<T>,
  ): Promise<T>;
  /** Returns the last use of a session in this process if it is later than the stored one. */
  lastUse(tokenHash: string): Date | undefined;
  /** Runs the work after the answer was sent: see `Afterwards`. */
  afterwards(what: string, work: () => Promise<void>): void;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  readonly limits: HouseholdLimits;
  readonly request: {
    /** The client's address; `X-Forwarded-For` is used only from a trusted proxy. */
    readonly address: string;
    /** Base URL for the links in the answer, without a trailing slash. */
    readonly openedAt: string;
    readonly userAgent: string;
    readonly sessionToken: string | undefined;
    /**
     * Cookie that identifies a browser in which a user has signed in before; it grants no access.
     */
    readonly deviceToken: string | undefined;
    readonly idempotencyKey: string | undefined;
  };
  /** Sets the session cookie; an empty token deletes it. */
  setSession(token: string, maxAgeSeconds: number): void;
  /** Sets the cookie with the device token; an empty token deletes it. */
  setDevice(token: string, maxAgeSeconds: number): void;
}

/** Context of a call by a member of a household, inside a transaction of that household. */
export interface MemberContext extends Context, Caller {
  readonly db: Db;
  /** Sets the expiry of the cached answer. Default: no expiry. */
  cacheUntil(instant: Date): void;
}

/** Context of a handler that opens its own transactions. */
export type CallerContext = Context & Caller;

/** Context of a read that a replica of the database may answer. */
export interface ReaderContext extends Context, Caller {
  /**
   * Runs one read-only transaction of the caller's household. `work` may run twice: on the replica,
   * and again on the primary if the replica fails.
   */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** An answer with a status other than the default of the contract. */
export class WithStatus<R> {
  readonly status: number;
  readonly reply: R;

  constructor(status: 200 | 201, reply: R) {
    this.status = status;
    this.reply = reply;
  }
}

/**
 * JSON that the database has produced, in chunks that are sent as they are read. The contract's
 * schema does not validate it at run time; a test of the feature compares it with the schema's
 * output for the same rows.
 */
export class WrittenJson {
  readonly parts: AsyncIterable<string>;

  constructor(parts: AsyncIterable<string>) {
    this.parts = parts;
  }
}

type Answer<E extends Endpoint> = E['file'] extends true
  ? Promise<FileAnswer>
  : E['download'] extends true
    ? Promise<Download>
    : E['events'] extends true
      ? Promise<string>
      : E['cache'] extends 'pages'
        ? WrittenJson
        : Promise<ReplyOf<E> | WithStatus<ReplyOf<E>>>;

/**
 * For handlers with slow work (a password hash, an image), which must not keep a database
 * transaction open.
 */
export interface NoTransaction<E extends Endpoint> {
  outsideTransaction(
    call: CallOf<E>,
    context: E['replica'] extends true ? ReaderContext : CallerContext,
  ): Answer<E>;
}

export type Handler<E extends Endpoint> = E['who'] extends 'anyone'
  ? (call: CallOf<E>, context: Context) => Answer<E>
  : E extends { upload: Upload } | { events: true } | { download: true }
    ? NoTransaction<E>
    : E['cache'] extends string
      ? (call: CallOf<E>, context: MemberContext) => Answer<E>
      : ((call: CallOf<E>, context: MemberContext) => Answer<E>) | NoTransaction<E>;

/** A work item of a job run, such as one household. */
export interface Piece {
  readonly key: string;
  /** The household of the work item, if it has one. */
  readonly accountId?: string;
}

/** Context of a job run. All times are those of the server. */
export interface JobContext extends UnitOfWork {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  now(): Date;
  /** Monotonic clock, to verify `now`; without it `now` is not verified. */
  readonly steady?: SteadyClock;
  /**
   * Runs the work for each item, isolated from the others: a failed item is retried separately.
   * Default of `atOnce`: 1.
   */
  each<T>(
    all: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    work: (one: T) => Promise<unknown>,
    atOnce?: number,
  ): Promise<void>;
  /**
   * Runs the work in batches, each in its own transaction. A failed batch must leave no changes: it
   * is split in halves until the failing item is found. Items that failed in an earlier run are
   * tried alone.
   */
  eachSet<T>(
    all: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    work: (set: readonly T[]) => Promise<unknown>,
    size: SetSize,
  ): Promise<void>;
  /**
   * Ends the exclusive lease, so that other servers can work on the same run. Called if one server
   * is too slow for the work.
   */
  share?(): Promise<void>;
}

/** Sizes of `eachSet`: maximum number of items per batch, and number of concurrent batches. */
export interface SetSize {
  readonly most: number;
  readonly atOnce: number;
}

/** A recurring job of a feature: see `startJobs`. One server at a time runs it. */
export interface ScheduledJob {
  /** Identifies the job in the log and in the table of jobs. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * Runs the job. Returns PASSED if this server cannot run it now: the job then stays due for
   * another server.
   */
  run(parts: JobContext): Promise<unknown>;
  /** Delay after a failed run, instead of a backoff up to the interval. */
  readonly retryMs?: number;
  /** True if a failed item is retried in every run, without a backoff. */
  readonly triesEachRound?: true;
  /**
   * True if another server may start a run while this run takes long or hangs. The job must then
   * lock the rows that it works on.
   */
  readonly mayOverlap?: true;
  /** The work concerns the process itself, such as its memory, so every server runs it. */
  readonly ofProcess?: true;
  /** Runs at shutdown too, for data that is kept in memory between runs. */
  readonly alsoAtEnd?: true;
}

/** Result of a run that leaves the job to another server. */
export const PASSED = 'passed';

/** Runs each queued job of a kind once: see `putJobs`. */
export interface JobQueue {
  /** Name for running it manually; several kinds may share one. */
  readonly name: string;
  readonly kind: string;
  /**
   * Restricts the queue to the jobs of this lane. Default: all jobs except those in lanes that
   * other queues of the kind restrict themselves to.
   */
  readonly lane?: string;
  readonly everyMs: number;
  /** Returns the maximum number of concurrent jobs at this time. */
  most(now: Date): number;
  /**
   * Returns when and why to retry, or undefined when the job is finished. A thrown error causes a
   * retry as well.
   */
  run(job: Job, parts: JobContext): Promise<Again | undefined>;
}

export interface Again {
  readonly at: Date;
  /** Must not contain personal data. */
  readonly reason: string;
}

/** The server side of one feature: its calls and their handlers. */
export interface Feature {
  readonly calls: Endpoints;
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Recurring jobs and job queues. */
  readonly jobs?: readonly (ScheduledJob | JobQueue)[];
}

/** Binds handlers to a contract; a missing or wrongly typed handler does not compile. */
export function feature<C extends Endpoints>(
  calls: C,
  handlers: { readonly [K in keyof C]: Handler<C[K]> },
  jobs: readonly (ScheduledJob | JobQueue)[] = [],
): Feature {
  return { calls, handlers, jobs };
}
