import { availableParallelism } from 'node:os';
import { platformRefusal } from '#platform/shared/refusals.ts';

export const ALL_CORES = availableParallelism();

/** Concurrency for CPU-bound work: one core stays free for other requests. */
export const ALL_CORES_BUT_ONE = Math.max(1, availableParallelism() - 1);

interface ConcurrencyLimit {
  readonly atOnce: number;
  readonly longestQueue: number;
  /** Maximum concurrency and queue length for one household. Default: no separate limit. */
  readonly forOne?: { readonly atOnce: number; readonly longestQueue: number };
  /** Maximum wait in milliseconds; then the work is refused. Default: no limit. */
  readonly longestWaitMs?: number;
  /** Message of the 503 refusal. */
  readonly tooMany: string;
}

interface Waiting {
  readonly key: string | undefined;
  go(): void;
}

/**
 * A semaphore: limits concurrent work and starts waiting work in order. With `forOne` and a key
 * (the household) it is fair: one household cannot delay the others.
 */
export function limitConcurrency(limit: ConcurrencyLimit) {
  const { atOnce, longestQueue, longestWaitMs, forOne, tooMany } = limit;
  let running = 0;
  const runningOf = new Map<string | undefined, number>();
  const queue: Waiting[] = [];

  const mayRun = (key: string | undefined) =>
    forOne === undefined || key === undefined || (runningOf.get(key) ?? 0) < forOne.atOnce;
  const isQueueFull = (key: string | undefined) => {
    if (queue.length >= longestQueue) return true;
    if (forOne === undefined || key === undefined) return false;
    return queue.filter((waiting) => waiting.key === key).length >= forOne.longestQueue;
  };
  const begin = (key: string | undefined) => {
    running += 1;
    runningOf.set(key, (runningOf.get(key) ?? 0) + 1);
  };
  const end = (key: string | undefined) => {
    running -= 1;
    const left = (runningOf.get(key) ?? 1) - 1;
    if (left === 0) runningOf.delete(key);
    else runningOf.set(key, left);
    // The free slot is passed on immediately, so that new work cannot take it before the waiting
    // work.
    const next = queue.findIndex((waiting) => mayRun(waiting.key));
    for (const { key: nextKey, go } of next === -1 ? [] : queue.splice(next, 1)) {
      begin(nextKey);
      go();
    }
  };

  /** Resolves when the work may start; rejects after the maximum wait. */
  const turnOf = (key: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const waiting: Waiting = {
        key,
        go() {
          clearTimeout(timer);
          resolve();
        },
      };
      queue.push(waiting);
      if (longestWaitMs === undefined) return;
      timer = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1);
        reject(platformRefusal('too-busy', tooMany));
      }, longestWaitMs);
    });

  async function limited<T>(work: () => Promise<T>, key?: string): Promise<T> {
    if (running < atOnce && mayRun(key)) begin(key);
    else {
      if (isQueueFull(key)) throw platformRefusal('too-busy', tooMany);
      await turnOf(key);
    }
    try {
      return await work();
    } finally {
      end(key);
    }
  }
  /** True if new work would be refused, so that callers can refuse early at lower cost. */
  limited.isFull = () => running >= atOnce && isQueueFull(undefined);
  /** True if new work would start at once. */
  limited.isFree = () => running < atOnce;
  return limited;
}
