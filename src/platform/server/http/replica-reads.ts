import type { FastifyBaseLogger } from 'fastify';
import type { Database, Db } from '#database/connect.ts';
import { afterTrying, allowed, CLOSED } from '#platform/shared/circuit-breaker.ts';
import type { Endpoint } from '#platform/shared/endpoint.ts';
import type { Measuring, Reading } from './metrics.ts';

/** Returns true if the contract allows a replica to answer this call. */
export function mayReadReplica({ replica }: Endpoint, query: unknown): boolean {
  if (replica === undefined || replica === true) return replica === true;
  return Object.entries(query ?? {}).some(
    ([name, value]) => name === replica.onlyWith && value !== undefined,
  );
}

interface Parts {
  readonly database: Database;
  readonly log: FastifyBaseLogger;
  now(): Date;
}

/**
 * Reads on the replica, and on the primary if there is no replica or it lags behind, times out, is
 * busy, or cancelled the statement. After repeated failures a circuit breaker skips the replica for
 * a minute, so that calls do not wait for it.
 */
export class ReplicaReads {
  readonly #parts: Parts;
  #breaker = CLOSED;
  #underWay = 0;
  readonly #reads = { replica: 0, primary: 0 };

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Work that fails on the replica is repeated on the primary. */
  async read<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T> {
    const there = await this.#onReplica(accountId, work);
    this.#reads[there === undefined ? 'primary' : 'replica'] += 1;
    return there === undefined ? this.#parts.database.readInHousehold(accountId, work) : there.done;
  }

  /** Metrics of the replica; empty if no replica is configured. */
  get measuring(): Measuring {
    const by = { labels: ['by'] } as const;
    return {
      measures: [
        { name: 'replica_reads', help: 'Long reads since the start, by who answered.', ...by },
        { name: 'replica_behind_seconds', help: 'How far the read replica is behind.' },
      ],
      read: async () => {
        const { replica } = this.#parts.database;
        if (replica === undefined) return [];
        const counts = Object.entries(this.#reads).map(
          ([who, value]): Reading => ({ name: 'replica_reads', labels: { by: who }, value }),
        );
        // If the replica does not answer, only the counts are reported.
        const behind = await replica.secondsBehind().catch(() => undefined);
        if (behind === undefined) return counts;
        return [...counts, { name: 'replica_behind_seconds', value: behind }];
      },
    };
  }

  async #onReplica<T>(
    accountId: string,
    work: (db: Db) => Promise<T>,
  ): Promise<{ readonly done: T } | undefined> {
    const { database, now } = this.#parts;
    const { replica } = database;
    if (replica === undefined) return undefined;
    if (this.#underWay >= allowed(this.#breaker, now().getTime(), replica.mostAtOnce))
      return undefined;
    this.#underWay += 1;
    try {
      const read = await replica.read(accountId, work);
      if ('done' in read) {
        this.#tried(undefined);
        return read;
      }
      this.#tried(read.failure);
      return undefined;
    } finally {
      this.#underWay -= 1;
    }
  }

  #tried(failure: Error | undefined): void {
    const { log, now } = this.#parts;
    const wasFailing = this.#breaker.failures > 0;
    this.#breaker = afterTrying(this.#breaker, failure !== undefined, now().getTime());
    if (failure === undefined && wasFailing) log.info('read replica available again');
    if (failure !== undefined && !wasFailing)
      log.warn({ err: failure }, 'read replica unavailable: the primary answers');
  }
}
