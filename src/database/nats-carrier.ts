import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import { type Announcement, TAKE } from './announcement-rows.ts';
import type { Carrier, Opening, Wire } from './carrier.ts';
import { UnusableDatabase } from './database.ts';

/** Interval of the NATS pings. After two unanswered pings the connection is closed. */
const PING_MS = 1_000;
const MAX_PINGS = 2;

/**
 * If a process hangs between deleting the rows and publishing them, PostgreSQL ends its transaction
 * after this time, which restores the rows.
 */
const GIVE_BACK = "SET idle_in_transaction_session_timeout = '10s'";

const subjectOf = (accountId: string) => `grand.household.${accountId}`;

/**
 * Returns the connection options of a URL, which may contain a user and password, a token, or
 * neither.
 */
function optionsOf(natsUrl: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(natsUrl);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: [host],
    ...(protocol === 'tls:' && { tls: {} }),
    ...(name !== '' && (secret === '' ? { token: name } : { user: name, pass: secret })),
  };
}

/**
 * NATS as carrier, for many servers. Each household has one subject, to which a server subscribes
 * while it caches data of the household. Only one NATS server is used, because a message between
 * two could be lost without notice. A lost connection is not reconnected automatically, so that
 * every loss is noticed.
 */
export function natsCarrier(natsUrl: string, timeoutMs: number): Carrier {
  return {
    name: 'nats',
    hearsAll: false,
    async open(opening) {
      await opening.session.query(GIVE_BACK);
      const connection = await connectTo(natsUrl, timeoutMs);
      const wire = new NatsWire(connection, opening);
      void connection.closed().then(() => {
        wire.giveUp();
        opening.lost();
      });
      for (const accountId of opening.followed) wire.subscribe(accountId);
      await wire.answered();
      return wire;
    },
  };
}

/** Rejects with `UnusableDatabase`; its message is for the operator. */
export async function connectTo(natsUrl: string, timeoutMs: number): Promise<NatsConnection> {
  const settings = { pingInterval: PING_MS, maxPingOut: MAX_PINGS, timeout: timeoutMs };
  const always = { reconnect: false, noEcho: true, ignoreClusterUpdates: true, name: 'grand-app' };
  return connect({ ...optionsOf(natsUrl), ...settings, ...always }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnusableDatabase(`The NATS server of NATS_URL cannot be used (${reason}).`);
  });
}

class NatsWire implements Wire {
  readonly #connection: NatsConnection;
  readonly #session: pg.Client;
  readonly #hear: Opening['hear'];
  readonly #subscriptions = new Map<string, { unsubscribe(): void }>();
  readonly #waiting = new Set<(error: Error) => void>();
  /**
   * The last batch. Batches run one after the other, because each needs a transaction of the single
   * session.
   */
  #relaying: Promise<unknown> = Promise.resolve();

  constructor(connection: NatsConnection, { session, hear }: Opening) {
    this.#connection = connection;
    this.#session = session;
    this.#hear = hear;
  }

  subscribe(accountId: string): void {
    const callback = (error: Error | null, message: { string(): string }) => {
      if (error === null) this.#hear(accountId, message.string());
    };
    const subscription = this.#connection.subscribe(subjectOf(accountId), { callback });
    this.#subscriptions.set(accountId, subscription);
  }

  /**
   * Resolves when the NATS server has processed everything that was sent to it. When a silent
   * connection is closed, the client never settles a pending `flush`; therefore `giveUp` rejects
   * the promise.
   */
  answered(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const flushed = this.#connection.flush().finally(() => this.#waiting.delete(reject));
      flushed.then(resolve, reject);
    });
  }

  giveUp(): void {
    for (const reject of this.#waiting) reject(new Error('NATS was lost.'));
  }

  async follow(accountId: string): Promise<void> {
    this.subscribe(accountId);
    await this.answered();
  }

  unfollow(accountId: string): void {
    this.#subscriptions.get(accountId)?.unsubscribe();
    this.#subscriptions.delete(accountId);
  }

  relay(ids: readonly string[]): Promise<void> {
    const relayed = this.#relaying.then(() => this.#takeAndPublish(ids));
    this.#relaying = relayed.catch(() => undefined);
    return relayed;
  }

  /** Deletes the rows in a transaction that commits only after NATS has received their messages. */
  async #takeAndPublish(ids: readonly string[]): Promise<void> {
    await this.#session.query('BEGIN');
    const { rows } = await this.#session.query<Announcement>({
      name: 'take',
      text: TAKE,
      values: [ids],
    });
    for (const { accountId, what } of rows) {
      this.#connection.publish(subjectOf(accountId), what);
    }
    await this.answered();
    await this.#session.query('COMMIT');
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }
}
