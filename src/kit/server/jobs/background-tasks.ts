import type { FastifyBaseLogger } from 'fastify';

/**
 * Background tasks: work that nobody waits for. It begins when the answer is on its way, so that the
 * answer's time tells nothing about it. A server that closes waits until all of it is done.
 */
export class Afterwards {
  readonly #running = new Set<Promise<void>>();

  /** A failure is logged. `what` names the work in the log, without a person in it. */
  run(what: string, log: FastifyBaseLogger, work: () => Promise<void>): void {
    const running = new Promise<void>((go) => setImmediate(go))
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when nothing is left to do. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
