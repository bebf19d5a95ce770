import type { Db } from '#database/connect.ts';
import { noteAct } from '#features/audit/server.ts';
import type { PictureFiles } from '#features/pictures/server.ts';
import { counted, countTry, forgetTry, takenEmailKeys } from '#features/sessions/server.ts';
import type { Portable } from '#platform/server/archive/portable.ts';
import type { CallerContext } from '#platform/server/feature.ts';
import { limitConcurrency } from '#platform/server/jobs/semaphore.ts';
import { withTightHeap } from '#platform/server/jobs/tight-heap.ts';
import type { UploadedFile } from '#platform/shared/endpoint.ts';
import { codeOf } from '#platform/shared/failures.ts';
import { platformRefusal } from '#platform/shared/refusals.ts';
import type { ImportResult } from '../contract.ts';
import { householdRefusal } from '../refusals.ts';
import { type Archive, type ArchiveReaders, readArchive } from './archive-reader.ts';
import {
  beginImport,
  end,
  HEARTBEAT_MS,
  type ImportLock,
  leave,
  lockHousehold,
  renewImportLock,
} from './import-lock.ts';
import { storeRows } from './store-rows.ts';
import { clearAway, removeAll } from './undo-import.ts';

export interface ImportParts {
  readonly files: PictureFiles;
  /** The parts of an archive, in the order of the import. */
  readonly portables: readonly Portable[];
  readonly readers: ArchiveReaders;
  /** Bytes of disk space that must remain free. */
  readonly reserveBytes: number;
}

/** Households with a running or waiting import in this process. */
const waiting = new Set<string>();

/** Runs one import at a time; refuses more than `most` running and waiting ones. */
export function importTurns(most: number): Turns {
  return limitConcurrency({
    atOnce: 1,
    longestQueue: most - 1,
    tooMany:
      'Other households are bringing in their downloads at the moment. Please try again in some minutes.',
  });
}

type Turns = ReturnType<typeof limitConcurrency>;

/**
 * Imports an archive into the caller's household, which must be empty. Verifies everything first,
 * then stores files and rows in batches. A failed import is removed completely.
 */
export async function importHousehold(
  file: UploadedFile,
  { inTurn, ...parts }: ImportParts & { readonly inTurn: Turns },
  context: CallerContext,
): Promise<ImportResult> {
  const { database, account } = context;
  if (waiting.has(account.id)) throw householdRefusal('import-under-way');
  waiting.add(account.id);
  try {
    await database.inHousehold(account.id, (db) => refuseUnlessEmpty(db, account.id, parts));
    // Taken emails are limited inside the queue, so that the check includes those of the imports
    // that ran before.
    const { takenEmails, ...result } = await inTurn(() =>
      limitTakenEmails(context, () => withTightHeap(() => readAndStore(file, parts, context))),
    );
    return result;
  } finally {
    waiting.delete(account.id);
  }
}

interface Stored extends ImportResult {
  /** Number of emails in the archive that belong to other accounts; the notes mention them. */
  readonly takenEmails: number;
}

/**
 * Runs an import and counts each taken email as a failed try. So an import is no faster way than a
 * form to find out which emails have an account.
 */
async function limitTakenEmails(
  { database, request, account, now }: CallerContext,
  work: () => Promise<Stored>,
): Promise<Stored> {
  const keys = takenEmailKeys(request.address, account.id);
  await countTry(database, keys, now);
  await database.asSystem((db) => forgetTry(db, keys));
  const stored = await work();
  for (let each = 0; each < stored.takenEmails; each += 1) {
    await database.asSystem((db) => counted(db, keys, now));
  }
  return stored;
}

/** Describes the content that prevents an import into this household; undefined if it is empty. */
export async function presentContent(
  db: Db,
  accountId: string,
  { portables }: Pick<ImportParts, 'portables'>,
): Promise<string | undefined> {
  for (const { present } of portables) {
    const words = await present?.(db, accountId);
    if (words !== undefined) return words;
  }
  return undefined;
}

async function refuseUnlessEmpty(
  db: Db,
  accountId: string,
  parts: Pick<ImportParts, 'portables'>,
): Promise<void> {
  const words = await presentContent(db, accountId, parts);
  if (words === undefined) return;
  throw householdRefusal(
    'household-not-empty',
    `This household has ${words} already. A download can only be brought into a household that is still empty.`,
  );
}

async function readAndStore(
  { path }: UploadedFile,
  parts: ImportParts,
  context: CallerContext,
): Promise<Stored> {
  const { limits } = context;
  const archive = await readArchive({ path, limits }, parts.readers, parts.portables);
  try {
    const mark = await marked(parts, context);
    try {
      return await store(archive, mark, parts, context);
    } finally {
      leave(mark);
    }
  } finally {
    await archive.close();
  }
}

async function marked(
  { portables }: ImportParts,
  { change, account, now }: CallerContext,
): Promise<ImportLock> {
  const accountId = account.id;
  return change(accountId, async (db, changed) => {
    await lockHousehold(db, accountId);
    await refuseUnlessEmpty(db, accountId, { portables });
    changed('sessions');
    return beginImport(db, { accountId, portables, now });
  });
}

async function store(
  archive: Archive,
  mark: ImportLock,
  parts: ImportParts,
  context: CallerContext,
): Promise<Stored> {
  const { database, account, log } = context;
  const clock = clockSince(context.now);
  const beats = setInterval(() => {
    database
      .inHousehold(account.id, (db) => renewImportLock(db, mark, clock()))
      .catch((error: unknown) => log.warn({ err: error }, 'import heartbeat failed'));
  }, HEARTBEAT_MS);
  const clearing = { ...context, ...parts, now: clock };
  try {
    const { files, reserveBytes } = parts;
    const { counts, notes, takenEmails } = await storeRows({
      ...{ archive, mark, files, reserveBytes, context, clock },
    });
    for (const portable of parts.portables) {
      for (const removal of portable.outdated ?? []) {
        await removeAll(removal, { mark, portable, parts: clearing });
      }
    }
    await finish(mark, parts, { ...context, now: clock() });
    return { counts, lostFiles: archive.lostFiles, notes, takenEmails };
  } catch (error) {
    await clearAway(mark, clearing).catch((failure: unknown) => {
      // The error is only logged: the scheduled job removes the import after its heartbeats have
      // stopped.
      log.error({ err: failure }, 'partial import not removed');
    });
    throw worded(error);
  } finally {
    clearInterval(beats);
  }
}

/** Completes the import and opens the household again. */
async function finish(
  mark: ImportLock,
  { portables }: ImportParts,
  context: CallerContext,
): Promise<void> {
  const { change, account, now } = context;
  await change(account.id, async (db, changed) => {
    await renewImportLock(db, mark, now);
    for (const portable of portables) await portable.finish?.(db, account.id, now);
    await noteAct(db, context, 'household-imported');
    await end(db, mark, changed);
  });
}

/** Returns a clock that continues the server's time during a long call. */
function clockSince(now: Date): () => Date {
  const begunAt = performance.now();
  return () => new Date(now.getTime() + Math.round(performance.now() - begunAt));
}

/** PostgreSQL's error classes for invalid and for inconsistent data. */
const CONTRADICTION = /^2[23]/;

/**
 * Converts errors that the archive or a full disk caused into refusals; returns others unchanged.
 */
function worded(error: unknown): unknown {
  if (codeOf(error) === 'ENOSPC') {
    return platformRefusal('no-room', 'There is no room for this on the server.', { cause: error });
  }
  const isContradiction = error instanceof Error && CONTRADICTION.test(codeOf(error.cause) ?? '');
  if (!isContradiction) return error;
  return householdRefusal('download-contradicts-itself', { cause: error });
}
