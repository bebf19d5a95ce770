import { availableParallelism } from 'node:os';
import { Refusal } from '#kit/shared/refusal.ts';

export const ALL_CORES = availableParallelism();

/** For work that fills a core: one core is left for everybody else's answers. */
export const ALL_CORES_BUT_ONE = Math.max(1, availableParallelism() - 1);

interface Turns {
  readonly atOnce: number;
  readonly longestQueue: number;
  /** What is said, with 503, to those for whom the queue is too long. */
  readonly tooMany: string;
}

/** Does work of one kind a few at a time, in the order in which it came. */
export function takingTurns({ atOnce, longestQueue, tooMany }: Turns) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) {
      if (waiting.length >= longestQueue) throw new Refusal(503, tooMany, { retryAfterSeconds: 5 });
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the turn, so nobody comes in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
