import { kitRefusal } from '#kit/shared/refusals.ts';

interface Bounds {
  /** So many batches are under way at a time. */
  readonly atOnce: number;
  /** As many as one batch takes. */
  readonly most: number;
  /** In milliseconds: whoever has waited for so long to be in a batch is refused. */
  readonly longestWaitMs: number;
  /** What is said, with 503, to those. */
  readonly tooMany: string;
}

interface Waiting<K, V> {
  readonly key: K;
  readonly timer: NodeJS.Timeout;
  settle(outcome: PromiseSettledResult<V>): void;
}

/**
 * Batching (the DataLoader pattern): the first is loaded at once, and what is asked for while batches
 * are under way is gathered and loaded together. `load` answers each key's own outcome, in their order;
 * where it rejects, all of that batch do, and none after it.
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

  /** When this turn of the event loop has said all that it asks for. */
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
        reject(kitRefusal('too-busy', tooMany));
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
