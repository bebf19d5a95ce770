import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { type Announcement, writingDown } from './announcement-rows.ts';
import { ANSWER_TIMEOUT_MS, Line } from './announcements.ts';
import { Batches } from './batches.ts';
import type { Carrier } from './carrier.ts';
import type { Db, Following, Listener, LogSentence } from './database.ts';
import { notify, notifyCarrier } from './notify-carrier.ts';

interface Parts {
  readonly pool: pg.Pool;
  /** The statements that begin a system transaction in which announcements are published. */
  readonly beginTelling: string;
  /** Connection settings of the session that receives announcements. */
  readonly direct: pg.ClientConfig;
  /** URL of the NATS server that carries announcements instead of the database. */
  readonly natsUrl: string | undefined;
  fellSilent(): void;
  readonly log: LogSentence;
}

/**
 * Collects the announcements of this process's transactions and publishes them after the commit.
 */
export class Announcer {
  readonly #parts: Parts;
  /** Id of this process, by which it recognizes and ignores its own announcements. */
  readonly #origin = randomBytes(6).toString('hex');
  readonly #open = new WeakMap<Db, Announcement[]>();
  readonly #lines = new Set<Line>();
  readonly #batches = new Batches((ids) => this.#relay(ids));

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  begin(db: Db): void {
    this.#open.set(db, []);
  }

  add(db: Db, announcement: Announcement): void {
    const all = this.#open.get(db);
    if (all === undefined) throw new Error('Only an open transaction has something to tell.');
    all.push(announcement);
  }

  /**
   * Returns the SQL that commits the transaction, and the ids to publish after the commit; no ids
   * if nothing is announced.
   */
  commitOf(db: Db): { readonly text: string; readonly ids?: readonly string[] } {
    const all = this.#open.get(db) ?? [];
    if (all.length === 0) return { text: 'COMMIT' };
    const { ids, statement } = writingDown(this.#origin, all);
    return { text: `${statement}; COMMIT`, ids };
  }

  /**
   * Publishes the announcements with these ids. Must be called after their transaction has
   * committed.
   */
  committed(ids: readonly string[]): void {
    this.#batches.add(ids);
  }

  /** Resolves when announcements are received. */
  async listen(listener: Listener): Promise<Following> {
    const carrier = await this.#carrier();
    const line = new Line({ ...this.#parts, origin: this.#origin, carrier, listener });
    await line.open();
    this.#lines.add(line);
    return {
      follow: (accountId) => line.follow(accountId),
      mark: () => line.mark(),
      isFollowedSince: (accountId, mark) => line.isFollowedSince(accountId, mark),
      unfollowUnless: (isKept) => line.unfollowUnless(isKept),
      end: async () => {
        this.#lines.delete(line);
        await line.close();
      },
    };
  }

  async close(): Promise<void> {
    await this.#batches.settled();
    await Promise.all([...this.#lines].map((line) => line.close()));
    this.#lines.clear();
  }

  /** Loads the NATS client only if it is configured. */
  async #carrier(): Promise<Carrier> {
    const { natsUrl } = this.#parts;
    if (natsUrl === undefined) return notifyCarrier(this.#origin, ANSWER_TIMEOUT_MS);
    const { natsCarrier } = await import('./nats-carrier.ts');
    return natsCarrier(natsUrl, ANSWER_TIMEOUT_MS);
  }

  async #relay(ids: readonly string[]): Promise<void> {
    const line = [...this.#lines].find(({ isUp }) => isUp);
    if (line !== undefined) return line.relay(ids);
    // With NATS, the polls of the servers publish the rows.
    if (this.#parts.natsUrl !== undefined) return;
    // This process, such as a command-line program, does not listen. It publishes over a connection
    // of the pool.
    const client = await this.#parts.pool.connect();
    const query = { query_timeout: ANSWER_TIMEOUT_MS };
    const told = client
      .query({ text: this.#parts.beginTelling, ...query })
      .then(() => notify(client, ids, query))
      .then(() => client.query({ text: 'COMMIT', ...query }));
    const failure: unknown = await told.then(
      () => undefined,
      (error: unknown) => error,
    );
    client.release(failure !== undefined);
  }
}
