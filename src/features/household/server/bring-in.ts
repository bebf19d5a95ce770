import { eq } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { noteAudit } from '#features/audit/server.ts';
import { type PictureFiles, removeUnlessNoted } from '#features/pictures/server.ts';
import type { CallerContext } from '#kit/server/feature.ts';
import {
  NewIds,
  type Portable,
  type Restoring,
  ROWS_AT_ONCE,
  type Section,
} from '#kit/server/portable.ts';
import type { UploadedFile } from '#kit/shared/endpoint.ts';
import { Refusal } from '#kit/shared/refusal.ts';
import type { ImportResult } from '../contract.ts';
import { toldWithPlace } from './archive-lines.ts';
import { type Archive, openArchive } from './read-archive.ts';
import { type Taken, takeFiles } from './take-files.ts';

export interface ImportParts {
  readonly files: PictureFiles;
  readonly portables: readonly Portable[];
}

/** Households of this process into which something is being brought at this moment. */
const underWay = new Set<string>();

/**
 * Brings an archive into the caller's household, which must be empty: everything is verified first,
 * then files are stored, then all rows in one transaction. What fails leaves nothing behind.
 */
export async function bringIn(
  file: UploadedFile,
  parts: ImportParts,
  context: CallerContext,
): Promise<ImportResult> {
  const { database, account } = context;
  if (underWay.has(account.id)) {
    throw new Refusal(
      409,
      'A download is being brought in already. Please wait until it is there.',
    );
  }
  underWay.add(account.id);
  try {
    await database.inHousehold(account.id, (db) => refuseUnlessEmpty(db, account.id, parts));
    const archive = await openArchive(file.path, parts.portables);
    try {
      return await storeArchive(archive, parts, context);
    } finally {
      await archive.close();
    }
  } finally {
    underWay.delete(account.id);
  }
}

/** What keeps an archive out of this household, in words; undefined when it is empty. */
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
  throw new Refusal(
    409,
    `This household has ${words} already. A download can only be brought into a household that is still empty.`,
  );
}

async function storeArchive(
  archive: Archive,
  parts: ImportParts,
  context: CallerContext,
): Promise<ImportResult> {
  const { files, portables } = parts;
  const { database, account, now, staleness } = context;
  const stored = new Set<string>();
  const takingIn = {
    accountId: account.id,
    now,
    storing: (kept: string) => void stored.add(kept),
  };
  try {
    const taking = { incoming: files.incoming, context: takingIn };
    const taken = await takeFiles(archive, portables, taking);
    const notes: string[] = [];
    const counts = await database.inHousehold(account.id, async (db) => {
      await holdHousehold(db, account.id);
      await refuseUnlessEmpty(db, account.id, parts);
      const made = await storeRows(db, { archive, taken, notes, parts, context });
      await noteAudit(db, context, {
        accountId: account.id,
        action: 'household-imported',
        userId: context.user.id,
      });
      await staleness.announce(db, account.id, 'sessions');
      return made;
    });
    staleness.applyHere(account.id, 'sessions');
    return { counts, lostFiles: archive.manifest.missing.length, notes };
  } catch (error) {
    await takeBack(stored, files, context);
    throw worded(error);
  }
}

/** What cannot be removed now goes with the sweep of files that no row names. */
async function takeBack(
  stored: ReadonlySet<string>,
  { store }: PictureFiles,
  { database, account, log }: CallerContext,
): Promise<void> {
  try {
    for (const kept of stored) await removeUnlessNoted(database, store, account.id, kept);
  } catch (error) {
    log.warn({ err: error }, 'files of a download that was not brought in are still there');
  }
}

/** Nobody adds anything to the household until the transaction ends: whatever names it waits. */
async function holdHousehold(db: Db, accountId: string): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
}

interface Storing {
  readonly archive: Archive;
  readonly taken: Taken;
  readonly notes: string[];
  readonly parts: ImportParts;
  readonly context: CallerContext;
}

async function storeRows(
  db: Db,
  { archive, taken, notes, parts, context }: Storing,
): Promise<Record<string, number>> {
  const { account, now } = context;
  const restoring: Restoring<unknown> = {
    accountId: account.id,
    now,
    ids: new NewIds(now),
    taken: (name) => taken.get(name),
    note: (sentence) => notes.push(sentence),
  };
  for (const { clear } of parts.portables) await clear?.(db, account.id);
  const counts: Record<string, number> = {};
  for (const portable of parts.portables) {
    for await (const { section, columns } of batchesOf(archive, portable, { restoring, taken })) {
      await section.restoring?.store(db, columns, restoring);
      counts[section.name] = (counts[section.name] ?? 0) + columns.length;
    }
  }
  return counts;
}

interface Batch {
  readonly section: Section;
  readonly columns: unknown[];
}

/** What is stored of each row, as much at a time as one statement takes. */
async function* batchesOf(
  archive: Archive,
  portable: Portable,
  { restoring, taken }: { readonly restoring: Restoring<unknown>; readonly taken: Taken },
): AsyncGenerator<Batch, void, undefined> {
  let batch: Batch | undefined;
  for await (const { section, row, place } of archive.rows(portable)) {
    const { restoring: restorer } = section;
    if (restorer === undefined) continue;
    const file = restorer.files?.of(row);
    // What was lost when the download was made cannot come back.
    if (file !== undefined && !taken.has(file)) continue;
    if (
      batch !== undefined &&
      (batch.section !== section || batch.columns.length >= ROWS_AT_ONCE)
    ) {
      yield batch;
      batch = undefined;
    }
    batch ??= { section, columns: [] };
    try {
      batch.columns.push(restorer.columns(row, restoring));
    } catch (error) {
      throw toldWithPlace(error, place);
    }
  }
  if (batch !== undefined) yield batch;
}

/** The classes of PostgreSQL's codes for data that cannot be, or not together. */
const CONTRADICTION = /^2[23]/;

/** What of the failures that nobody has worded yet is not the server's. */
function worded(error: unknown): unknown {
  if (codeOf(error) === 'ENOSPC') {
    return new Refusal(507, 'There is no room for this on the server.', { cause: error });
  }
  const isContradiction = error instanceof Error && CONTRADICTION.test(codeOf(error.cause));
  if (!isContradiction) return error;
  const sentence = 'This download contradicts itself and cannot be brought in.';
  return new Refusal(400, sentence, { cause: error });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
