import { randomUUID } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { accounts, runningImports } from '#database/schema/households.ts';
import type { Portable } from '#platform/server/archive/portable.ts';
import type { Stale } from '#platform/server/feature.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { householdRefusal } from '../refusals.ts';

/** Interval of the heartbeats of a running import. */
export const HEARTBEAT_MS = 20_000;

/**
 * An import without a heartbeat for this time counts as abandoned; the clocks of several servers
 * may differ by two minutes.
 */
const MAX_SILENCE_MS = 3 * MINUTE_MS;

/** The exclusive right of one process to import into a household, or to remove a failed import. */
export interface ImportLock {
  readonly accountId: string;
  readonly id: string;
  readonly since: Date;
  readonly before: Readonly<Record<string, unknown>>;
}

/** Ids of the imports that run in this process. */
const own = new Set<string>();

/**
 * Locks the household for other sessions, in the transaction that found it empty. Records its
 * default content and clears it.
 */
export async function beginImport(
  db: Db,
  { accountId, portables, now }: { accountId: string; portables: readonly Portable[]; now: Date },
): Promise<ImportLock> {
  const before: Record<string, unknown> = {};
  for (const { name, undo } of portables)
    before[name] = (await undo?.before(db, accountId)) ?? null;
  const mark = { accountId, id: randomUUID(), since: now, before };
  const added = await db
    .insert(runningImports)
    .values({ ...mark, heardAt: now })
    .onConflictDoNothing()
    .returning({ id: runningImports.id });
  if (added.length === 0) throw householdRefusal('import-under-way');
  for (const { clear } of portables) await clear?.(db, accountId);
  own.add(mark.id);
  return mark;
}

/**
 * Locks the household row until the transaction ends, so that inserts that reference it must wait.
 */
export async function lockHousehold(db: Db, accountId: string): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
}

const isIt = ({ accountId, id }: ImportLock) =>
  and(eq(runningImports.accountId, accountId), eq(runningImports.id, id));

/** Locks the row of the import until the transaction ends, and writes a heartbeat. */
export async function renewImportLock(db: Db, mark: ImportLock, now: Date): Promise<void> {
  const rows = await db
    .update(runningImports)
    .set({ heardAt: now })
    .where(isIt(mark))
    .returning({ id: runningImports.id });
  if (rows.length === 0) throw householdRefusal('import-interrupted');
}

/**
 * Removes the lock in the last transaction of the import, so that the household can be used again.
 */
export async function end(db: Db, mark: ImportLock, changed: (what: Stale) => void): Promise<void> {
  await db.delete(runningImports).where(isIt(mark));
  changed('sessions');
}

/** Removes the import from those of this process, after success or failure. */
export function leave(mark: ImportLock): void {
  own.delete(mark.id);
}

/** Claims an import whose process has stopped; undefined if there is none. */
export async function resumeImport(database: Database, now: Date): Promise<ImportLock | undefined> {
  const limit = new Date(now.getTime() - MAX_SILENCE_MS);
  // An embedded database has only one process, so an import of another process is always abandoned.
  const isSilent = database.kind === 'embedded' ? undefined : lt(runningImports.heardAt, limit);
  return database.asSystem(async (db) => {
    const found = await db
      .select()
      .from(runningImports)
      .where(isSilent)
      .for('update', { skipLocked: true });
    const left = found.find(({ id }) => !own.has(id));
    if (left === undefined) return undefined;
    const mark = { ...left, id: randomUUID() };
    await db.update(runningImports).set({ id: mark.id, heardAt: now }).where(isIt(left));
    own.add(mark.id);
    return mark;
  });
}
