import { platformRefusal } from '#platform/shared/refusals.ts';

interface Bounds {
  /** Maximum number of concurrent batches. */
  readonly atOnce: number;
  /** Maximum number of keys per batch. */
  readonly most: number;
  /** Maximum wait for a batch in milliseconds; then the key is refused. */
  readonly longestWaitMs: number;
  /** Message of the 503 refusal. */
  readonly tooMany: string;
}

interface Waiting<K, V> {
  readonly key: K;
  readonly timer: NodeJS.Timeout;
  settle(outcome: PromiseSettledResult<V>): void;
}

/**
 * Batching (the DataLoader pattern): the first key is loaded at once, and keys requested while
 * batches are running are collected and loaded together. `load` returns one outcome per key, in the
 * same order. If it rejects, all keys of that batch reject, and later batches are unaffected.
 */
export function batchLoader<K, V>(
  { atOnce, most, longestWaitMs, tooMany }: Bounds,
  load: (keys: readonly K[]) => Promise<readonly PromiseSettledResult<V>[]>,
): (key: K) => Promise<V> {
  let waiting: Waiting<K, V>[] = [];
  let underWay = 0;

  async function loadNext(): Promise<void> {
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    for (const { timer } of batch) clearTimeout(timer);
    underWay += 1;
    const failed = (reason: unknown) => batch.map(() => ({ status: 'rejected', reason }) as const);
    const outcomes = await load(batch.map(({ key }) => key)).catch(failed);
    underWay -= 1;
    for (const [at, { settle }] of batch.entries()) {
      settle(outcomes[at] ?? { status: 'rejected', reason: new Error('A batch has lost one.') });
    }
    if (waiting.length > 0 && underWay < atOnce) void loadNext();
  }

  /**
   * Loads in a microtask, so that all keys requested in one turn of the event loop share a batch.
   */
  let isDue = false;
  function loadSoon(): void {
    if (isDue || underWay >= atOnce) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      if (waiting.length > 0 && underWay < atOnce) void loadNext();
    });
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting = waiting.filter((one) => one !== asked);
        reject(platformRefusal('too-busy', tooMany));
      };
      const asked: Waiting<K, V> = {
        key,
        timer: setTimeout(giveUp, longestWaitMs),
        settle: (outcome) =>
          outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason),
      };
      waiting.push(asked);
      loadSoon();
    });
}
