import type { Db } from '#database/connect.ts';
import type { PictureFiles } from '#features/pictures/server.ts';
import type { Restoring, Row, Section } from '#platform/server/archive/portable.ts';
import { NewIds } from '#platform/server/archive/portable-ids.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { ShortSteps } from '#platform/server/jobs/short-steps.ts';
import type { BatchedRow } from './archive-answers.ts';
import type { Archive } from './archive-reader.ts';
import { addLocation, type Taken, takeFiles } from './import-files.ts';
import { type ImportLock, renewImportLock } from './import-lock.ts';
import { removeFile } from './undo-import.ts';

export interface StoringParts {
  readonly archive: Archive;
  readonly mark: ImportLock;
  readonly files: PictureFiles;
  readonly reserveBytes: number;
  readonly context: CallerContext;
  clock(): Date;
}

/** Rows with files are stored in small batches, so that few files exist without a row. */
const MAX_FILES_AT_ONCE = 20;

/**
 * Stores the content of an archive in short transactions, which do not block other requests.
 * Returns the number of rows by section, and notes about differences.
 */
export async function storeRows(
  parts: StoringParts,
): Promise<{ counts: Record<string, number>; notes: string[]; takenEmails: number }> {
  const { archive, context } = parts;
  const takenEmails = { count: 0 };
  const counts: Record<string, number> = {};
  const notes: string[] = [];
  const ids = new NewIds(context.now);
  const steps = new ShortSteps();
  let last: Section | undefined;
  for await (const { section, rows } of archive.batches()) {
    if (section !== last) steps.startAnew();
    last = section;
    let at = 0;
    while (at < rows.length) {
      const some = rows.slice(at, at + mostOf(section, steps));
      await storeSome(section, some, { ...parts, ids, steps, notes, takenEmails });
      at += some.length;
      await steps.rest();
    }
    counts[section.name] = (counts[section.name] ?? 0) + rows.length;
  }
  return { counts, notes, takenEmails: takenEmails.count };
}

function mostOf({ restoring }: Section, steps: ShortSteps): number {
  return restoring?.files === undefined ? steps.size : Math.min(steps.size, MAX_FILES_AT_ONCE);
}

interface Storing extends StoringParts {
  readonly ids: NewIds;
  readonly steps: ShortSteps;
  readonly notes: string[];
  readonly takenEmails: Restoring['takenEmails'];
}

async function storeSome(
  section: Section,
  rows: readonly BatchedRow[],
  storing: Storing,
): Promise<void> {
  const { archive, files, reserveBytes, mark, context } = storing;
  const { accountId } = mark;
  const stored = new Set<string>();
  const takingIn = { accountId, now: mark.since, storing: (kept: string) => void stored.add(kept) };
  const { incoming } = files;
  try {
    const taken = await takeFiles(section, rows, {
      ...{ archive, incoming, reserveBytes },
      context: takingIn,
    });
    const restoring = restoringWith(storing, taken);
    const columns = rows.map((row) => columnsOf(section, row, restoring));
    const { database } = context;
    const begin = section.restoring?.forTheSystem
      ? database.asSystem
      : <T>(work: (db: Db) => Promise<T>) => database.inHousehold(accountId, work);
    await begin((db) =>
      storing.steps.timed(rows.length, async () => {
        await renewImportLock(db, mark, storing.clock());
        await section.store(db, columns, restoring);
      }),
    );
  } catch (error) {
    for (const kept of stored) await removeFile(kept, accountId, { ...context, files });
    throw error;
  }
}

function restoringWith(storing: Storing, taken: Taken): Restoring {
  const { mark, ids, notes, takenEmails, context } = storing;
  return {
    accountId: mark.accountId,
    now: mark.since,
    ids,
    limits: context.limits,
    // The cast is safe: the caller defines the type of its files in `restoring.files`.
    taken: <Of>(name: string) => taken.get(name) as Of,
    everyTaken: <Of>() => [...taken.values()] as Of[],
    note: (sentence) => notes.push(sentence),
    takenEmails,
  };
}

function columnsOf(section: Section, { row, place }: BatchedRow, restoring: Restoring): Row {
  try {
    return section.columns(row, restoring);
  } catch (error) {
    throw addLocation(error, place);
  }
}
