import type { JobContext, Piece } from '#kit/server/feature.ts';
import { backoff } from '#kit/shared/backoff.ts';
import { HOUR_MS } from '#kit/shared/durations.ts';
import { reasonOf } from './queue.ts';
import { type FailedPiece, failedPieces, forgetPiece, notePiece } from './turns.ts';

interface Isolation {
  readonly name: string;
  /** Also what failed a moment ago has its turn. */
  readonly always: boolean;
}

/**
 * Isolates the pieces of a round: each has its turn, whatever becomes of the others. One that fails is
 * logged, noted as a job that failed, and passed over until its backoff has run out.
 */
export function isolating({ name, always }: Isolation, parts: Omit<JobContext, 'each'>) {
  const { database, log } = parts;

  /** Whether it succeeded. */
  async function tried(work: () => Promise<unknown>, piece: Piece, before: number) {
    try {
      await work();
      return true;
    } catch (error) {
      log.error({ err: error, key: piece.key }, `the job ${name} failed for one`);
      const failures = before + 1;
      const outcome = { failures, nextMs: backoff(failures), reason: reasonOf(error) };
      await notePiece(database, name, piece, outcome).catch((err: unknown) =>
        log.error({ err, key: piece.key }, `a failure of the job ${name} could not be noted`),
      );
      return false;
    }
  }

  /** What failed before is read when there is something to do at all. `turn` never throws. */
  async function all<T>(
    ones: Iterable<T> | AsyncIterable<T>,
    atOnce: number,
    turn: (one: T, known: ReadonlyMap<string, FailedPiece>) => Promise<void>,
  ): Promise<void> {
    let known: ReadonlyMap<string, FailedPiece> | undefined;
    const running = new Set<Promise<void>>();
    try {
      for await (const one of ones) {
        known ??= await failedPieces(database, name, HOUR_MS);
        const own = turn(one, known).finally(() => running.delete(own));
        running.add(own);
        if (running.size >= atOnce) await Promise.race(running);
      }
    } finally {
      await Promise.all(running);
    }
  }

  return async function each<T>(
    ones: Iterable<T> | AsyncIterable<T>,
    pieceOf: (one: T) => Piece,
    work: (one: T) => Promise<unknown>,
    atOnce = 1,
  ): Promise<void> {
    const outcomes = new Map<string, 'failed' | 'recovered'>();
    await all(ones, atOnce, async (one, known) => {
      const piece = pieceOf(one);
      const before = known.get(piece.key);
      const waits = before?.waits === true && !always;
      if (waits || outcomes.get(piece.key) === 'failed') return;
      const succeeded = await tried(() => work(one), piece, before?.failures ?? 0);
      if (!succeeded) outcomes.set(piece.key, 'failed');
      else if (before !== undefined) outcomes.set(piece.key, 'recovered');
    });
    for (const [key, outcome] of outcomes) {
      if (outcome === 'recovered') await forgetPiece(database, name, key);
    }
  };
}

/** Keyset pagination: the rows page by page, each behind the last one of the page before. */
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
