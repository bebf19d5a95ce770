import type { FastifyBaseLogger } from 'fastify';

/**
 * Runs work after the answer was sent, so that the response time reveals nothing about the work. A
 * server that shuts down waits for it.
 */
export class Afterwards {
  readonly #running = new Set<Promise<void>>();

  /** A failure is logged. `what` names the work in the log and must not contain personal data. */
  run(what: string, log: FastifyBaseLogger, work: () => Promise<void>): void {
    const running = new Promise<void>((go) => setImmediate(go))
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Resolves when no work is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }
}
