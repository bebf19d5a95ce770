import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '#database/connect.ts';
import type { CallOf, Endpoint, Endpoints, ReplyOf, Upload } from '#kit/shared/endpoint.ts';
import type { HouseholdLimits } from '#kit/shared/limits.ts';
import type { Refusal } from '#kit/shared/refusal.ts';
import type { Role } from '#kit/shared/roles.ts';
import type { Download } from './http/download.ts';
import type { FileAnswer } from './http/file-replies.ts';
import type { SteadyClock } from './jobs/monotonic-clock.ts';
import type { Job } from './jobs/queue.ts';

/** Who is calling: what the session stands for, kept in memory between calls. */
export interface Caller {
  readonly account: { readonly id: string };
  readonly user: { readonly id: string; readonly role: Role };
  readonly tokenHash: string;
  readonly deviceName: string;
  /**
   * The reason why the whole household is turned away at this moment, if there is one; `afterExpiry`
   * asks for what a paired device may still do in the days after an expiry.
   */
  refusalAt(now: Date, afterExpiry?: boolean): Refusal | undefined;
  /** The reason why most calls of the household wait at this moment, if there is one. */
  readonly busy: Refusal | undefined;
}

/** The answers about something, named by the first word of its path; or whatever sessions stand for. */
export type Stale = 'sessions' | { readonly answers: string };

/** Says of a household what the transaction makes stale. */
export type Changed = (accountId: string, what: Stale) => void;

/**
 * The unit of work: a transaction of which `changed` says what its commit makes stale, in every
 * process: the cached answers of the household, and with `sessions` also its remembered sessions.
 * Open screens hear of it. What is rolled back makes nothing stale.
 */
export interface UnitOfWork {
  /** Of one household. */
  change<T>(
    accountId: string,
    work: (db: Db, changed: (what: Stale) => void) => Promise<T>,
  ): Promise<T>;
  /** Of what is not yet known to be of one household: see `Database.asSystem`. */
  changeAsSystem<T>(work: (db: Db, changed: Changed) => Promise<T>): Promise<T>;
}

export interface Context extends UnitOfWork {
  readonly database: Database;
  /**
   * What `make` answers about a household, out of its own transaction, kept as JSON until something
   * of it changes or the instant given to `cacheUntil` has come.
   */
  kept<T>(
    accountId: string,
    key: string,
    make: (db: Db, cacheUntil: (instant: Date) => void) => Promise<T>,
  ): Promise<T>;
  /** When this process saw a session last, where that is later than what is stored. */
  lastUse(tokenHash: string): Date | undefined;
  /** Does the work when the answer is on its way; see Afterwards. */
  afterwards(what: string, work: () => Promise<void>): void;
  readonly now: Date;
  readonly log: FastifyBaseLogger;
  /** What a household has room for on this server. */
  readonly limits: HouseholdLimits;
  readonly request: {
    /** The caller's address, believed from a proxy only when it is a trusted one. */
    readonly address: string;
    /** Where links begin that the caller is given; without a slash at the end. */
    readonly openedAt: string;
    readonly userAgent: string;
    readonly sessionToken: string | undefined;
    /** Of a browser that somebody has signed in at before; it opens nothing. */
    readonly deviceToken: string | undefined;
    readonly idempotencyKey: string | undefined;
  };
  /** Puts the session's token in the answer's cookie; an empty token removes it. */
  setSession(token: string, maxAgeSeconds: number): void;
  /** The same with the token by which this browser is known again. */
  setDevice(token: string, maxAgeSeconds: number): void;
}

/** The context of a call made by a person of a household, inside that household's transaction. */
export interface MemberContext extends Context, Caller {
  readonly db: Db;
  /** A cached answer is right until then at the latest; for ever unless told. */
  cacheUntil(instant: Date): void;
}

/** The context of a handler that opens its own transactions. */
export type CallerContext = Context & Caller;

/** The same of a call that a replica may answer. */
export interface ReaderContext extends Context, Caller {
  /** One transaction of the caller's household that only reads; what is read on a replica may be read twice. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>;
}

/** An answer with another status than the contract's usual one. */
export class WithStatus<R> {
  readonly status: number;
  readonly reply: R;

  constructor(status: 200 | 201, reply: R) {
    this.status = status;
    this.reply = reply;
  }
}

/**
 * JSON that the database has worded, in parts as they are read. It leaves the server as it is, without
 * a pass of the contract's schema: a test of the feature compares it with what that makes of the rows.
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

/** Slow work (a password hash, a picture) must not hold the database's transaction. */
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

/** A part of a round's work, such as one household's. */
export interface Piece {
  readonly key: string;
  /** Whose it is, where there is such a household. */
  readonly accountId?: string;
}

/** What a round works with; its time is the server's. */
export interface JobContext extends UnitOfWork {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  now(): Date;
  /** Without it `now` is believed as it is. */
  readonly steady?: SteadyClock;
  /**
   * Does the work for each, isolated from the others: one that fails waits for its next try alone.
   * One after the other unless told how many `atOnce`.
   */
  each<T>(
    all: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    work: (one: T) => Promise<unknown>,
    atOnce?: number,
  ): Promise<void>;
  /**
   * The same in sets, each worked on as one, in a transaction of its own. Of a set that fails nothing
   * may be left behind: its halves are tried, down to the one that fails. What failed in a round
   * before is tried alone.
   */
  eachSet<T>(
    all: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    work: (set: readonly T[]) => Promise<unknown>,
    size: SetSize,
  ): Promise<void>;
  /** There is more to do than one server should do alone: others may go on with it at once. */
  share?(): Promise<void>;
}

/** How many are in a set at most, and how many sets are worked on at once. */
export interface SetSize {
  readonly most: number;
  readonly atOnce: number;
}

/**
 * Work that a feature does by itself, again and again (a recurring job): see `startJobs`. One server
 * at a time takes its turn.
 */
export interface ScheduledJob {
  /** Names it in the log and in the table of jobs. */
  readonly name: string;
  readonly everyMs: number;
  /** Answers PASSED when this server cannot do it now: the turn stays due, for another one. */
  run(parts: JobContext): Promise<unknown>;
  /** The wait after a round that failed, instead of the backoff up to its interval. */
  readonly retryMs?: number;
  /** A piece that failed is tried in every round, without a backoff. */
  readonly triesEachRound?: true;
  /** Another server may join a round that takes long or hangs: what it works at are locked rows. */
  readonly mayOverlap?: true;
  /** Its work is this process's own, such as its memory: every server does it for itself. */
  readonly ofProcess?: true;
  /** Runs once more when the server closes, for what is kept in memory until its next turn. */
  readonly alsoAtEnd?: true;
}

/** What a round answers that must be another server's. */
export const PASSED = 'passed';

/** What is to be done with the single jobs of a kind, each once: see `putJobs`. */
export interface JobQueue {
  /** By it it runs by hand; several kinds may share one. */
  readonly name: string;
  readonly kind: string;
  /** Of the kind only what is in this lane; unless told, what is in no other queue's. */
  readonly lane?: string;
  readonly everyMs: number;
  /** How many may be under way at once, now. */
  most(now: Date): number;
  /** Answers when to try again and why, or that it is over; one that throws is tried again too. */
  run(job: Job, parts: JobContext): Promise<Again | undefined>;
}

export interface Again {
  readonly at: Date;
  /** Without anybody's words. */
  readonly reason: string;
}

/** One feature's server side: its calls and, for each of them, what answers it. */
export interface Feature {
  readonly calls: Endpoints;
  readonly handlers: Readonly<Record<string, unknown>>;
  /** What it does by itself. */
  readonly jobs?: readonly (ScheduledJob | JobQueue)[];
}

/** Binds handlers to a contract; a missing or wrongly typed one does not compile. */
export function feature<C extends Endpoints>(
  calls: C,
  handlers: { readonly [K in keyof C]: Handler<C[K]> },
  jobs: readonly (ScheduledJob | JobQueue)[] = [],
): Feature {
  return { calls, handlers, jobs };
}
