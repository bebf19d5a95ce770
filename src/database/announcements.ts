import pg from 'pg';
import type { Listener, Say } from './database.ts';

const CHANNEL = 'grand_app';
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** So often it is asked whether the server still answers; one that does not is given up in between. */
const HEARTBEAT_MS = 1_000;
const ANSWER_TIMEOUT_MS = 3_000;

/** The statement that tells the others, when its transaction commits. */
export function notifying(origin: string, texts: readonly string[]): string {
  const each = texts.map((text) => {
    const payload = pg.escapeLiteral(`${origin} ${text}`);
    return `pg_notify('${CHANNEL}', ${payload})`;
  });
  return `SELECT ${each.join(', ')}`;
}

export interface Announcements {
  close(): Promise<void>;
}

export interface Hearing {
  readonly reach: pg.ClientConfig;
  /** What this process puts before its own announcements. */
  readonly origin: string;
  readonly listener: Listener;
  /** The server has stopped answering: what is asked on other connections waits in vain. */
  fellSilent(): void;
  readonly log: Say;
}

/**
 * Hears what the other processes announce, on a connection of its own that is made again when it is
 * lost. Resolves once it hears; rejects when the first connection cannot be made.
 */
export async function hearAnnouncements(hearing: Hearing): Promise<Announcements> {
  const line = new Line(hearing);
  await line.open();
  return line;
}

class Line implements Announcements {
  readonly #hearing: Hearing;
  #client: pg.Client | undefined;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;
  #wait = FIRST_RETRY_MS;

  constructor(hearing: Hearing) {
    this.#hearing = hearing;
  }

  async open(): Promise<void> {
    const client = new pg.Client(this.#hearing.reach);
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', ({ payload = '' }) => {
      if (this.#client === client) this.#hear(payload);
    });
    try {
      await client.connect();
      const listen = { text: `LISTEN ${CHANNEL}`, query_timeout: ANSWER_TIMEOUT_MS };
      await client.query(listen);
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
    const { origin, listener } = this.#hearing;
    if (payload.startsWith(`${origin} `)) return;
    listener.message(payload.slice(payload.indexOf(' ') + 1));
  }

  #beat(client: pg.Client): void {
    let answered = false;
    client.query('select 1').then(
      () => {
        answered = true;
        if (this.#client === client) this.#later(HEARTBEAT_MS, () => this.#beat(client));
      },
      () => this.#lost(client),
    );
    // What has come in while this process was busy is read before it is judged.
    this.#later(ANSWER_TIMEOUT_MS, () => setImmediate(() => answered || this.#silent(client)));
  }

  #silent(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#hearing.fellSilent();
    this.#lost(client);
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    void client.end().catch(() => undefined);
    this.#hearing.log('The line to the other servers is down; it is being made again.');
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
    this.#wait = Math.min(this.#wait * 2, LONGEST_RETRY_MS);
  }

  #later(milliseconds: number, then: () => void): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(then, milliseconds);
    this.#timer.unref();
  }
}
