import pg from 'pg';
import type { Listener, Say } from './database.ts';

const CHANNEL = 'grand_app';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** A line that died without a word is found this often. */
const HEARTBEAT_MS = 15_000;
const ANSWER_TIMEOUT_MS = 5_000;

export interface Announcements {
  close(): Promise<void>;
}

/**
 * Hears what the other processes announce, on a connection of its own that is made again when it is
 * lost. Resolves once it hears; rejects when the first connection cannot be made.
 */
export async function hearAnnouncements(
  reach: pg.ClientConfig,
  origin: string,
  listener: Listener,
  log: Say,
): Promise<Announcements> {
  const line = new Line(reach, origin, listener, log);
  await line.open();
  return line;
}

class Line implements Announcements {
  readonly #reach: pg.ClientConfig;
  readonly #origin: string;
  readonly #listener: Listener;
  readonly #log: Say;
  #client: pg.Client | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_RETRY_MS;

  constructor(reach: pg.ClientConfig, origin: string, listener: Listener, log: Say) {
    this.#reach = { ...reach, query_timeout: ANSWER_TIMEOUT_MS };
    this.#origin = `${origin} `;
    this.#listener = listener;
    this.#log = log;
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.#reach);
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload = '' }) => {
      if (this.#client === client) this.#hear(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    if (this.#closed) return client.end();
    this.#client = client;
    this.#wait = FIRST_RETRY_MS;
    this.#later(HEARTBEAT_MS, () => this.#beat(client));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  /** What this process said itself is of no use to it. */
  #hear(payload: string): void {
    if (payload.startsWith(this.#origin)) return;
    this.#listener.message(payload.slice(payload.indexOf(' ') + 1));
  }

  #beat(client: pg.Client): void {
    client.query('select 1').then(
      () => {
        if (this.#client === client) this.#later(HEARTBEAT_MS, () => this.#beat(client));
      },
      () => this.#lost(client),
    );
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#log('The line to the other servers is down; it is being made again.');
    this.#listener.interrupted();
    this.#retry();
  }

  #retry(): void {
    this.#later(this.#wait, () => {
      this.open().then(
        () => {
          if (!this.#closed) this.#listener.resumed();
        },
        () => this.#retry(),
      );
    });
    this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY_MS);
  }

  #later(milliseconds: number, then: () => void): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
    this.#timer.unref();
  }
}
