import { type ConnectionOptions, connect, type NatsConnection } from '@nats-io/transport-node';
import type pg from 'pg';
import { type Announcement, TAKE } from './announced-rows.ts';
import type { Carrier, Opening, Wire } from './carrier.ts';
import { UnusableDatabase } from './database.ts';

/** So often NATS is asked whether it still answers; after so many in vain it is given up. */
const PING_MS = 1_000;
const MOST_PINGS = 2;

/** Of a process that hangs between taking rows and telling them: PostgreSQL gives them back. */
const GIVE_BACK = "SET idle_in_transaction_session_timeout = '10s'";

const subjectOf = (accountId: string) => `grand.household.${accountId}`;

/** Where NATS is and who is let in there, of an address with or without a user or a token in it. */
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
 * NATS as the carrier, for many servers: a subject for each household, to which a server subscribes
 * while it keeps anything of it. One server of NATS and no other: between two, a message could be lost
 * and nobody would know. A connection is never mended by itself, so that no loss goes unnoticed.
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

/** Rejects with an UnusableDatabase whose message is a sentence for the operator. */
export async function connectTo(natsUrl: string, timeoutMs: number): Promise<NatsConnection> {
  const settings = { pingInterval: PING_MS, maxPingOut: MOST_PINGS, timeout: timeoutMs };
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
  /** One after the other: a transaction of the session is of one batch. */
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
   * Resolves when the server of NATS has read all that was sent to it. Its client leaves whoever waits
   * for that waiting when a silent connection is given up: `giveUp` rejects.
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

  /** The rows go only when NATS has what they say. */
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
