import { randomUUID } from 'node:crypto';
import { and, eq, lt } from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { accounts, importsUnderWay } from '#database/schema/households.ts';
import type { Portable } from '#kit/server/archive/portable.ts';
import type { Stale } from '#kit/server/feature.ts';
import { MINUTE_MS } from '#kit/shared/durations.ts';
import { householdRefusal } from '../refusals.ts';

/** Who brings something into a household says this often that it is still there. */
export const HEARTBEAT_MS = 20_000;

/** Who was not heard of for so long is gone: the clocks of several servers may be two minutes apart. */
const LONGEST_SILENCE_MS = 3 * MINUTE_MS;

/** The right to bring something into a household, or to take it out again: one process has it. */
export interface UnderWay {
  readonly accountId: string;
  readonly id: string;
  readonly since: Date;
  readonly before: Readonly<Record<string, unknown>>;
}

/** What this process brings in at the moment. */
const own = new Set<string>();

/**
 * Marks the household, which nobody else may use from then on, in the transaction that found it
 * empty. What it has nevertheless is noted, and makes room.
 */
export async function begin(
  db: Db,
  { accountId, portables, now }: { accountId: string; portables: readonly Portable[]; now: Date },
): Promise<UnderWay> {
  const before: Record<string, unknown> = {};
  for (const { name, undo } of portables)
    before[name] = (await undo?.before(db, accountId)) ?? null;
  const mark = { accountId, id: randomUUID(), since: now, before };
  const added = await db
    .insert(importsUnderWay)
    .values({ ...mark, heardAt: now })
    .onConflictDoNothing()
    .returning({ id: importsUnderWay.id });
  if (added.length === 0) throw householdRefusal('import-under-way');
  for (const { clear } of portables) await clear?.(db, accountId);
  own.add(mark.id);
  return mark;
}

/** Nobody adds anything to the household until the transaction ends: whatever names it waits. */
export async function holdHousehold(db: Db, accountId: string): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, accountId))
    .for('update');
}

const isIt = ({ accountId, id }: UnderWay) =>
  and(eq(importsUnderWay.accountId, accountId), eq(importsUnderWay.id, id));

/** Holds the mark until the transaction ends, and says that its process is there. */
export async function stillUnderWay(db: Db, mark: UnderWay, now: Date): Promise<void> {
  const rows = await db
    .update(importsUnderWay)
    .set({ heardAt: now })
    .where(isIt(mark))
    .returning({ id: importsUnderWay.id });
  if (rows.length === 0) throw householdRefusal('import-interrupted');
}

/** Opens the household again, at the end of the last transaction. */
export async function end(db: Db, mark: UnderWay, changed: (what: Stale) => void): Promise<void> {
  await db.delete(importsUnderWay).where(isIt(mark));
  changed('sessions');
}

/** Whatever has become of it: this process is not at it any more. */
export function leave(mark: UnderWay): void {
  own.delete(mark.id);
}

/** Takes over one that a process began which is gone, if there is one. */
export async function takeOver(database: Database, now: Date): Promise<UnderWay | undefined> {
  const limit = new Date(now.getTime() - LONGEST_SILENCE_MS);
  // Of an embedded database there is one process: what another one began it has left.
  const isSilent = database.kind === 'embedded' ? undefined : lt(importsUnderWay.heardAt, limit);
  return database.asSystem(async (db) => {
    const found = await db
      .select()
      .from(importsUnderWay)
      .where(isSilent)
      .for('update', { skipLocked: true });
    const left = found.find(({ id }) => !own.has(id));
    if (left === undefined) return undefined;
    const mark = { ...left, id: randomUUID() };
    await db.update(importsUnderWay).set({ id: mark.id, heardAt: now }).where(isIt(left));
    own.add(mark.id);
    return mark;
  });
}
