import pg from 'pg';
import { READ_UNPUBLISHED, type UnpublishedAnnouncement } from './announcement-rows.ts';
import type { Carrier, Wire } from './carrier.ts';
import type { Listener, LogSentence } from './database.ts';
import { requireSameCarrier } from './same-carrier.ts';
import { PIN_SESSION } from './session-settings.ts';

const FIRST_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;
/**
 * Interval of the poll for unpublished rows. The poll also detects that the server has stopped
 * answering.
 */
const HEARTBEAT_MS = 1_000;
/** Timeout of every query on this session. */
export const ANSWER_TIMEOUT_MS = 3_000;

const SET_UP = {
  text: `${PIN_SESSION}; SET app.system = on`,
  query_timeout: ANSWER_TIMEOUT_MS,
};

export interface Hearing {
  readonly direct: pg.ClientConfig;
  /** Id of this process, written to its own announcements. */
  readonly origin: string;
  readonly carrier: Carrier;
  readonly listener: Listener;
  /**
   * Called when the server has stopped answering, so that queries on other connections can be
   * ended.
   */
  fellSilent(): void;
  readonly log: LogSentence;
}

interface Followed {
  certain: Promise<void>;
  /**
   * Value of `#mark` at which the subscription to the household was confirmed; undefined before.
   */
  since: number | undefined;
}

interface Open {
  readonly session: pg.Client;
  readonly wire: Wire;
}

/**
 * Receives the announcements of other processes and publishes those of this process. Uses its own
 * database session and a carrier; both are reopened when one of them is lost. As a fallback, it
 * polls for unpublished rows once a second.
 */
export class Line {
  readonly #hearing: Hearing;
  readonly #followed = new Map<string, Followed>();
  /** Counter that increases each time a subscription is confirmed. */
  #mark = 0;
  #up: Open | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_RETRY_MS;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
  }

  /** Connects, and resolves when announcements are received. Rejects if the connection fails. */
  async open(): Promise<void> {
    const session = new pg.Client(this.#hearing.direct);
    let isLost = false;
    const lost = () => {
      isLost = true;
      this.#lost(session);
    };
    session.on('error', lost);
    session.on('end', lost);
    try {
      await session.connect();
      // Applies to the whole session, which is used for nothing else.
      await session.query(SET_UP);
      await requireSameCarrier(session, this.#hearing.carrier.name, ANSWER_TIMEOUT_MS);
      const before = new Set(this.#followed.keys());
      const wire = await this.#hearing.carrier.open({
        session,
        followed: before,
        hear: (accountId, what) => {
          // A closed connection must not deliver messages any more.
          if (!isLost) this.#hearing.listener.message(accountId, what);
        },
        lost,
      });
      if (isLost) {
        await wire.close();
        throw new Error('The line to the other servers was lost at once.');
      }
      this.#up = { session, wire };
      for (const [accountId, followed] of this.#followed) {
        if (before.has(accountId)) this.#certain(followed);
        else this.#subscribe(accountId, followed);
      }
    } catch (error) {
      void session.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return this.close();
    this.#wait = FIRST_RETRY_MS;
    this.#later(HEARTBEAT_MS, () => this.#beat(session));
  }

  /** True while announcements can be published and received. */
  get isUp(): boolean {
    return this.#up !== undefined;
  }

  /**
   * Publishes the rows. After a failure the rows stay in the table, and a poll of this or another
   * process publishes them later.
   */
  async relay(ids: readonly string[]): Promise<void> {
    const up = this.#up;
    if (up === undefined) return;
    await up.wire.relay(ids).catch(() => this.#lost(up.session));
  }

  follow(accountId: string): Promise<void> {
    if (this.#hearing.carrier.hearsAll) return Promise.resolve();
    const known = this.#followed.get(accountId);
    if (known !== undefined) return known.certain;
    const followed: Followed = { certain: Promise.resolve(), since: undefined };
    this.#followed.set(accountId, followed);
    this.#subscribe(accountId, followed);
    return followed.certain;
  }

  mark(): number {
    return this.#mark;
  }

  isFollowedSince(accountId: string, mark: number): boolean {
    const { since = Number.POSITIVE_INFINITY } = this.#followed.get(accountId) ?? {};
    return this.#hearing.carrier.hearsAll || since <= mark;
  }

  /**
   * Returns if the connection is down: nothing is cached then, and `open` later subscribes to all
   * followed households.
   */
  #subscribe(accountId: string, followed: Followed): void {
    const up = this.#up;
    if (up === undefined) return;
    followed.certain = up.wire.follow(accountId).then(
      () => this.#certain(followed),
      () => this.#lost(up.session),
    );
  }

  #certain(followed: Followed): void {
    this.#mark += 1;
    followed.since ??= this.#mark;
  }

  unfollowUnless(isKept: (accountId: string) => boolean): void {
    for (const accountId of [...this.#followed.keys()]) {
      if (isKept(accountId)) continue;
      this.#followed.delete(accountId);
      this.#up?.wire.unfollow(accountId);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const up = this.#up;
    this.#up = undefined;
    await up?.wire.close();
    await up?.session.end();
  }

  #beat(session: pg.Client): void {
    let answered = false;
    session.query<UnpublishedAnnouncement>(READ_UNPUBLISHED).then(
      ({ rows }) => {
        answered = true;
        if (this.#up?.session !== session) return;
        this.#hearUntold(rows);
        this.#later(HEARTBEAT_MS, () => this.#beat(session));
      },
      () => this.#lost(session),
    );
    // The check runs in `setImmediate`, after pending input: this process may have been too busy to
    // read the answer.
    this.#later(ANSWER_TIMEOUT_MS, () => setImmediate(() => answered || this.#silent(session)));
  }

  /**
   * Rows of other processes are already committed, so they are delivered to this process at once.
   * Rows older than one second are also published, by the first process that finds them.
   */
  #hearUntold(rows: readonly UnpublishedAnnouncement[]): void {
    const { origin, listener } = this.#hearing;
    for (const row of rows) {
      if (row.origin !== origin) listener.message(row.accountId, row.what);
    }
    const left = rows.filter(({ isLeft }) => isLeft).map(({ id }) => id);
    if (left.length > 0) void this.relay(left);
  }

  #silent(session: pg.Client): void {
    if (this.#up?.session !== session) return;
    this.#hearing.fellSilent();
    this.#lost(session);
  }

  #lost(session: pg.Client): void {
    const up = this.#up;
    if (up?.session !== session) return;
    this.#up = undefined;
    void up.wire.close().catch(() => undefined);
    void session.end().catch(() => undefined);
    this.#hearing.log('connection to the other servers lost: reconnecting');
    this.#hearing.listener.interrupted();
    this.#retry();
  }

  #retry(): void {
    this.#later(this.#wait, () => {
      this.open().then(
        () => {
          if (!this.#closed) this.#hearing.listener.resumed();
        },
        () => this.#retry(),
      );
    });
    this.#wait = Math.min(this.#wait * 2, MAX_RETRY_MS);
  }

  #later(milliseconds: number, then: () => void): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
    this.#timer.unref();
  }
}
