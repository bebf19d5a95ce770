import { type PictureFiles, removeUnlessNoted } from '#features/pictures/server.ts';
import type { Portable, Removal } from '#kit/server/archive/portable.ts';
import type { JobContext, ScheduledJob } from '#kit/server/feature.ts';
import { ShortSteps } from '#kit/server/jobs/short-steps.ts';
import { end, leave, stillUnderWay, takeOver, type UnderWay } from './imports-under-way.ts';

const HALF_A_MINUTE_MS = 30_000;

export interface ClearingParts extends Pick<JobContext, 'database' | 'change' | 'log' | 'now'> {
  readonly files: Pick<PictureFiles, 'store'>;
  readonly portables: readonly Portable[];
}

/** Takes out of the household what was brought in, in short transactions, and opens it again as it was. */
export async function clearAway(mark: UnderWay, parts: ClearingParts): Promise<void> {
  const { change, portables, now } = parts;
  const { accountId, before } = mark;
  for (const portable of portables.toReversed()) {
    for (const removal of portable.removals ?? []) {
      await removeAll(removal, { mark, portable, parts });
    }
  }
  await change(accountId, async (db, changed) => {
    await stillUnderWay(db, mark, now());
    for (const { name, undo } of portables) {
      await undo?.putBack(db, accountId, before[name]);
    }
    await end(db, mark, changed);
  });
}

interface Removing {
  readonly mark: UnderWay;
  readonly portable: Portable;
  readonly parts: Omit<ClearingParts, 'portables' | 'change'>;
}

/** Removes everything that is to be removed so, first rows and then the files that they named. */
export async function removeAll(
  removal: Removal,
  { mark, portable, parts }: Removing,
): Promise<void> {
  const { database, now } = parts;
  const { accountId, since } = mark;
  const before = mark.before[portable.name];
  const steps = new ShortSteps();
  for (;;) {
    const limit = steps.size;
    const removed = await database.inHousehold(accountId, (db) =>
      steps.timed(limit, async () => {
        await stillUnderWay(db, mark, now());
        return removal(db, { accountId, since, before, limit });
      }),
    );
    for (const kept of removed.files) await removeFile(kept, accountId, parts);
    if (removed.count < limit) return;
    await steps.rest();
  }
}

/** Removes a file; one that cannot be removed now goes with the sweep of files that no row names. */
export async function removeFile(
  kept: string,
  accountId: string,
  { database, files, log }: Pick<ClearingParts, 'database' | 'files' | 'log'>,
): Promise<void> {
  await removeUnlessNoted(database, files.store, accountId, kept).catch((error: unknown) => {
    log.warn({ err: error }, 'a file of a download that was not brought in is still there');
  });
}

/** Clears away what was being brought in by a process that was killed. */
export function undoImportsJob(own: Pick<ClearingParts, 'files' | 'portables'>): ScheduledJob {
  return {
    name: 'downloads that were half brought in',
    everyMs: HALF_A_MINUTE_MS,
    triesEachRound: true,
    run: (parts) =>
      parts.each(
        leftOnes(parts),
        ({ accountId }) => ({ key: accountId, accountId }),
        async (mark) => {
          await clearAway(mark, { ...parts, ...own });
          parts.log.warn('a download that was half brought in has been cleared away');
        },
      ),
  };
}

/** Held until all have had their turn: one that fails is not taken over again before the others. */
async function* leftOnes({ database, now }: JobContext): AsyncGenerator<UnderWay> {
  const held: UnderWay[] = [];
  try {
    for (;;) {
      const mark = await takeOver(database, now());
      if (mark === undefined) return;
      held.push(mark);
      yield mark;
    }
  } finally {
    for (const mark of held) leave(mark);
  }
}
