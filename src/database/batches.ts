import { setTimeout as wait } from 'node:timers/promises';

/** As many ids as one statement takes. */
const MOST = 500;

/** Throttle: so long after a batch, what has come since goes as the next. */
const GATHER_MS = 25;

/**
 * Sends ids in batches, one batch at a time: the first at once, and what comes while one is on its
 * way or a little later goes together. What cannot be sent is left to whoever finds its row.
 */
export class Batches {
  readonly #send: (ids: readonly string[]) => Promise<void>;
  readonly #gather: () => Promise<unknown>;
  #waiting: string[] = [];
  #sending: Promise<void> | undefined;

  constructor(
    send: (ids: readonly string[]) => Promise<void>,
    gather: () => Promise<unknown> = () => wait(GATHER_MS),
  ) {
    this.#send = send;
    this.#gather = gather;
  }

  add(ids: readonly string[]): void {
    this.#waiting.push(...ids);
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when nothing waits. */
  async settled(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#send(this.#waiting.splice(0, MOST)).catch(() => undefined);
      await this.#gather();
    }
    this.#sending = undefined;
  }
}
