import type { JobContext, Piece } from '#platform/server/feature.ts';
import { backoff } from '#platform/shared/backoff.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { type FailedItem, failedItems, forgetFailure, recordFailure } from './leases.ts';
import { reasonOf } from './queue.ts';

interface Isolation {
  readonly name: string;
  /** Ignores the backoff of failed items. */
  readonly always: boolean;
}

/**
 * A batch of items. An item that failed in an earlier run (`before`) is the only item of its batch.
 */
interface WorkSet<T> {
  readonly ones: readonly T[];
  readonly before?: FailedItem;
}

/**
 * Thrown if a batch is too large to process at once. The batch is halved, and no failure is
 * recorded.
 */
export class SetTooLarge extends Error {
  override name = 'SetTooLarge';
}

/**
 * Isolates the work items of a run, so that a failing item does not affect the others. A failure is
 * logged and recorded, and the item is skipped until its backoff has passed. A failed batch is
 * repeated in halves (bisection) until the failing item is found.
 */
export function isolateItems(
  { name, always }: Isolation,
  parts: Omit<JobContext, 'each' | 'eachSet'>,
): Pick<JobContext, 'each' | 'eachSet'> {
  const { database, log } = parts;

  async function noteFailure(error: unknown, piece: Piece, before: number): Promise<void> {
    log.error({ err: error, key: piece.key }, `job ${name} failed for one item`);
    const failures = before + 1;
    const outcome = { failures, nextMs: backoff(failures), reason: reasonOf(error) };
    await recordFailure(database, name, piece, outcome).catch((err: unknown) =>
      log.error({ err, key: piece.key }, `failure of job ${name} not recorded`),
    );
  }

  /** Runs the batch, and repeats it in halves if it fails. Never throws. */
  async function bisecting<T>(
    ones: readonly T[],
    work: (ones: readonly T[]) => Promise<unknown>,
    failed: (one: T, error: unknown) => Promise<void>,
  ): Promise<void> {
    const [first, second] = ones;
    if (first === undefined) return;
    try {
      await work(ones);
    } catch (error) {
      if (second === undefined) return failed(first, error);
      if (!(error instanceof SetTooLarge)) {
        log.warn({ err: error }, `job ${name} failed for a batch of ${ones.length}`);
      }
      const half = Math.ceil(ones.length / 2);
      await bisecting(ones.slice(0, half), work, failed);
      await bisecting(ones.slice(half), work, failed);
    }
  }

  /**
   * Yields the batches. The recorded failures are read with the first item, so that a run without
   * items needs no query.
   */
  async function* setsOf<T>(
    ones: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    most: number,
  ): AsyncGenerator<WorkSet<T>> {
    let known: ReadonlyMap<string, FailedItem> | undefined;
    let set: T[] = [];
    for await (const one of ones) {
      known ??= await failedItems(database, name, HOUR_MS);
      const before = known.get(pieceOf(one).key);
      if (before?.waits === true && !always) continue;
      if (before !== undefined) yield { ones: [one], before };
      else if (set.push(one) >= most) {
        yield { ones: set };
        set = [];
      }
    }
    yield { ones: set };
  }

  const eachSet: JobContext['eachSet'] = async (all, pieceOf, work, { most, atOnce }) => {
    const outcomes = new Map<string, 'failed' | 'recovered'>();
    const hasFailed = (key: string) => outcomes.get(key) === 'failed';
    await someAtOnce(setsOf(all, pieceOf, most), atOnce, async ({ ones, before }) => {
      const own = ones.filter((one) => !hasFailed(pieceOf(one).key));
      await bisecting(own, work, async (one, error) => {
        outcomes.set(pieceOf(one).key, 'failed');
        await noteFailure(error, pieceOf(one), before?.failures ?? 0);
      });
      if (before !== undefined && !hasFailed(before.key)) outcomes.set(before.key, 'recovered');
    });
    for (const [key, outcome] of outcomes) {
      if (outcome === 'recovered') await forgetFailure(database, name, key);
    }
  };

  return {
    eachSet,
    each: (all, pieceOf, work, atOnce = 1) =>
      eachSet(all, pieceOf, (ones) => Promise.all(ones.map(work)), { most: 1, atOnce }),
  };
}

/** Runs `turn`, which never throws, with limited concurrency. */
async function someAtOnce<T>(
  all: AsyncIterable<T>,
  atOnce: number,
  turn: (one: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>();
  try {
    for await (const one of all) {
      const own = turn(one).finally(() => running.delete(own));
      running.add(own);
      if (running.size >= atOnce) await Promise.race(running);
    }
  } finally {
    await Promise.all(running);
  }
}

/** Yields all rows by keyset pagination: each page starts after the last row of the page before. */
export async function* byPages<T>(
  size: number,
  next: (after: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  for (let after: T | undefined; ; ) {
    const page = await next(after);
    yield* page;
    if (page.length < size) return;
    after = page.at(-1);
  }
}
