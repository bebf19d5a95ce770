import type { FastifyRequest } from 'fastify';
import { SECOND_MS } from '#kit/shared/durations.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import { limitConcurrency } from '../jobs/semaphore.ts';
import type { Exchange } from './call-context.ts';
import { dateHeader, headLines } from './security-headers.ts';

/** About a second of work: who would wait longer is better told at once. */
const LONGEST_QUEUE = 500;

/**
 * Longest wait for a turn. Batches of sessions and of answers have the same limit. A slow machine
 * takes several hundred milliseconds for each of its first answers.
 */
export const LONGEST_WAIT_MS = 900;

/** Whoever is turned away is told one of so many seconds to come again, so that not all do at once (jitter). */
const SPREAD_SECONDS = 15;

export const BUSY = 'The server is busy with many devices at once. Please try again in a moment.';
const BODY = JSON.stringify({ error: BUSY, code: 'too-busy' });

const LOGGED_EVERY_MS = 10 * SECOND_MS;

/**
 * Admission control of cache misses. After a start nothing is cached, and every device asks at once:
 * without it all wait for each other until nobody is answered in time. With it as many are read as the
 * database can take, and stay cached; the others are told when to come again, straight on the socket,
 * which costs as little as a cached answer.
 */
export class MissAdmission {
  readonly #inTurn: ReturnType<typeof limitConcurrency>;
  readonly #head: readonly string[];
  #turnedAway = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;

  constructor({ isSecure, atOnce }: { isSecure: boolean; atOnce: number }) {
    this.#inTurn = limitConcurrency({
      atOnce,
      longestQueue: LONGEST_QUEUE,
      longestWaitMs: LONGEST_WAIT_MS,
      tooMany: BUSY,
    });
    const content = ['Content-Type', 'application/json; charset=utf-8'];
    const length = ['Content-Length', String(Buffer.byteLength(BODY))];
    this.#head = [...headLines(isSecure), ...content, ...length, 'Cache-Control', 'no-store'];
  }

  /** Reads what is not cached in its turn; undefined for who has waited too long and was turned away. */
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

  /** Reads where nobody waits for it and a turn is free; undefined where none is. */
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

  /** Not each of thousands is worth a line. */
  #note({ log }: FastifyRequest): void {
    this.#turnedAway += 1;
    const at = performance.now();
    if (at - this.#loggedAt < LOGGED_EVERY_MS) return;
    log.warn({ turnedAway: this.#turnedAway }, 'more devices ask at once than can be answered');
    this.#turnedAway = 0;
    this.#loggedAt = at;
  }
}

function isTooBusy(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'too-busy';
}
