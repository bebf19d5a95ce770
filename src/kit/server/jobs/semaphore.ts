import { availableParallelism } from 'node:os';
import { kitRefusal } from '#kit/shared/refusals.ts';

export const ALL_CORES = availableParallelism();

/** For work that fills a core: one core is left for everybody else's answers. */
export const ALL_CORES_BUT_ONE = Math.max(1, availableParallelism() - 1);

interface ConcurrencyLimit {
  readonly atOnce: number;
  readonly longestQueue: number;
  /** So many of the turns and of the queue's places are for one household; all, unless told. */
  readonly forOne?: { readonly atOnce: number; readonly longestQueue: number };
  /** In milliseconds: whoever has waited for so long is refused too. For ever unless told. */
  readonly longestWaitMs?: number;
  /** What is said, with 503, to those for whom the queue is too long. */
  readonly tooMany: string;
}

interface Waiting {
  readonly key: string | undefined;
  go(): void;
}

/**
 * A semaphore: does work of one kind a few at a time, in the order in which it came. With `forOne`
 * and a key it is fair: what one household asks for keeps no other one waiting.
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
    // The next one takes over the turn at once, so nobody comes in between.
    const next = queue.findIndex((waiting) => mayRun(waiting.key));
    for (const { key: nextKey, go } of next === -1 ? [] : queue.splice(next, 1)) {
      begin(nextKey);
      go();
    }
  };

  /** Resolves when the turn has come; refuses where that took too long. */
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
        reject(kitRefusal('too-busy', tooMany));
      }, longestWaitMs);
    });

  async function limited<T>(work: () => Promise<T>, key?: string): Promise<T> {
    if (running < atOnce && mayRun(key)) begin(key);
    else {
      if (isQueueFull(key)) throw kitRefusal('too-busy', tooMany);
      await turnOf(key);
    }
    try {
      return await work();
    } finally {
      end(key);
    }
  }
  /** Whether whoever comes now is refused, where it is cheaper to know that before. */
  limited.isFull = () => running >= atOnce && isQueueFull(undefined);
  /** Whether whoever comes now has a turn at once. */
  limited.isFree = () => running < atOnce;
  return limited;
}
