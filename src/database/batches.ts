import { setTimeout as wait } from 'node:timers/promises';

const MOST = 500;

/** Throttle: time between the end of a batch and the start of the next. */
const GATHER_MS = 25;

/**
 * Sends ids in batches, one batch at a time. The first id is sent at once; ids that arrive during a
 * send or the throttle delay are sent together. Errors are ignored, because an id that was not sent
 * is found and published by a poll.
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

  /** Resolves when no id is waiting to be sent. */
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
