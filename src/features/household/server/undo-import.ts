import { type PictureFiles, removeUnlessNoted } from '#features/pictures/server.ts';
import type { Portable, Removal } from '#platform/server/archive/portable.ts';
import type { JobContext, ScheduledJob } from '#platform/server/feature.ts';
import { ShortSteps } from '#platform/server/jobs/short-steps.ts';
import { end, type ImportLock, leave, renewImportLock, resumeImport } from './import-lock.ts';

const HALF_A_MINUTE_MS = 30_000;

export interface ClearingParts extends Pick<JobContext, 'database' | 'change' | 'log' | 'now'> {
  readonly files: Pick<PictureFiles, 'store'>;
  readonly portables: readonly Portable[];
}

/**
 * Removes imported content in short transactions, restores the default content and opens the
 * household again.
 */
export async function clearAway(mark: ImportLock, parts: ClearingParts): Promise<void> {
  const { change, portables, now } = parts;
  const { accountId, before } = mark;
  for (const portable of portables.toReversed()) {
    for (const removal of portable.removals ?? []) {
      await removeAll(removal, { mark, portable, parts });
    }
  }
  await change(accountId, async (db, changed) => {
    await renewImportLock(db, mark, now());
    for (const { name, undo } of portables) {
      await undo?.putBack(db, accountId, before[name]);
    }
    await end(db, mark, changed);
  });
}

interface Removing {
  readonly mark: ImportLock;
  readonly portable: Portable;
  readonly parts: Omit<ClearingParts, 'portables' | 'change'>;
}

/** Removes everything that `removal` describes: first rows, then the files that they reference. */
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
        await renewImportLock(db, mark, now());
        return removal(db, { accountId, since, before, limit });
      }),
    );
    for (const kept of removed.files) await removeFile(kept, accountId, parts);
    if (removed.count < limit) return;
    await steps.rest();
  }
}

/** Deletes a file; if that fails, the cleanup job for unreferenced files deletes it later. */
export async function removeFile(
  kept: string,
  accountId: string,
  { database, files, log }: Pick<ClearingParts, 'database' | 'files' | 'log'>,
): Promise<void> {
  await removeUnlessNoted(database, files.store, accountId, kept).catch((error: unknown) => {
    log.warn({ err: error }, 'file of a failed import not deleted');
  });
}

/** Removes the imports of a process that was killed. */
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
          parts.log.warn('partial import removed');
        },
      ),
  };
}

/**
 * Yields the abandoned imports. Their locks are released only at the end, so that an import whose
 * removal fails is not claimed again before the others.
 */
async function* leftOnes({ database, now }: JobContext): AsyncGenerator<ImportLock> {
  const held: ImportLock[] = [];
  try {
    for (;;) {
      const mark = await resumeImport(database, now());
      if (mark === undefined) return;
      held.push(mark);
      yield mark;
    }
  } finally {
    for (const mark of held) leave(mark);
  }
}
