import type { FastifyRequest } from 'fastify';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { Refusal } from '#platform/shared/refusal.ts';
import { limitConcurrency } from '../jobs/semaphore.ts';
import type { Exchange } from './call-context.ts';
import { dateHeader, headLines } from './security-headers.ts';

/**
 * Maximum number of waiting calls, about one second of work. A client that would wait longer is
 * refused immediately.
 */
const MAX_QUEUE_LENGTH = 500;

/**
 * Maximum wait in the queue, in milliseconds; batches of sessions and answers use the same limit. A
 * slow machine needs several hundred milliseconds for each of its first answers.
 */
export const MAX_WAIT_MS = 900;

/**
 * Range of the random `Retry-After` (jitter), so that refused clients do not return all at once.
 */
const SPREAD_SECONDS = 15;

export const BUSY = 'The server is busy with many devices at once. Please try again in a moment.';
const BODY = JSON.stringify({ error: BUSY, code: 'too-busy' });

const LOGGED_EVERY_MS = 10 * SECOND_MS;

/**
 * Admission control of cache misses. After a start the cache is empty and every device sends
 * requests at once; without a limit, they would slow each other down until all time out. Only as
 * many answers are read as the database can handle, and are then cached. The other calls get
 * `Retry-After`, written directly to the socket, which is as cheap as a cached answer.
 */
export class MissAdmission {
  readonly #inTurn: ReturnType<typeof limitConcurrency>;
  readonly #head: readonly string[];
  #turnedAway = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ isSecure, atOnce }: { isSecure: boolean; atOnce: number }) {
    this.#inTurn = limitConcurrency({
      atOnce,
      longestQueue: MAX_QUEUE_LENGTH,
      longestWaitMs: MAX_WAIT_MS,
      tooMany: BUSY,
    });
    const content = ['Content-Type', 'application/json; charset=utf-8'];
    const length = ['Content-Length', String(Buffer.byteLength(BODY))];
    this.#head = [...headLines(isSecure), ...content, ...length, 'Cache-Control', 'no-store'];
  }

  /**
   * Runs `work` when capacity is free. Returns undefined if the call waited too long and was
   * refused.
   */
  async run<T>(exchange: Exchange, work: () => Promise<T>): Promise<{ done: T } | undefined> {
    let hasBegun = false;
    try {
      const done = await this.#inTurn(() => {
        hasBegun = true;
        return work();
      });
      return { done };
    } catch (error) {
      if (hasBegun && !isTooBusy(error)) throw error;
      this.turnAway(exchange);
      return undefined;
    }
  }

  /** Runs `work` only if capacity is free and no call is waiting; otherwise returns undefined. */
  async ifFree<T>(work: () => Promise<T>): Promise<T | undefined> {
    return this.#inTurn.isFree() ? this.#inTurn(work) : undefined;
  }

  isFull(): boolean {
    return this.#inTurn.isFull();
  }

  turnAway({ now, request, reply }: Exchange): void {
    const seconds = 1 + Math.floor(Math.random() * SPREAD_SECONDS);
    const date = ['Retry-After', String(seconds), 'Date', dateHeader(now.getTime())];
    reply.hijack();
    reply.raw.writeHead(503, [...this.#head, ...date]);
    reply.raw.end(BODY);
    this.#note(request);
  }

  /** Logs at most one line per interval, with the number of refused calls. */
  #note({ log }: FastifyRequest): void {
    this.#turnedAway += 1;
    const at = performance.now();
    if (at - this.#loggedAt < LOGGED_EVERY_MS) return;
    log.warn({ turnedAway: this.#turnedAway }, 'requests rejected: too many devices at once');
    this.#turnedAway = 0;
    this.#loggedAt = at;
  }
}

function isTooBusy(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too-busy';
}
