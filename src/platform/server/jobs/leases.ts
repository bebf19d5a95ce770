import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import type { Piece } from '#platform/server/feature.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { FREE, inDatabaseTime, isFree } from './queue.ts';

/**
 * Lease duration, which is also the maximum delay until another server takes over the job of a
 * crashed server.
 */
export const LEASE_MS = 20 * SECOND_MS;

/** The id of the acquired lease, or the delay before the next attempt. */
export type Lease = { readonly lease: string } | { readonly waitMs: number };

const isTurnOf = (kind: string) => and(eq(jobs.kind, kind), eq(jobs.key, ''));

/**
 * Acquires the lease of a recurring job if the job is due and no other server holds the lease. All
 * times are those of the database. If the next run is more than one interval ahead, a wrong clock
 * has scheduled it, so the job counts as due.
 */
export async function acquireLease(
  database: Database,
  kind: string,
  everyMs: number,
): Promise<Lease> {
  const lease = randomUUID();
  const held = { lease, leaseUntil: inDatabaseTime(LEASE_MS) };
  const now = inDatabaseTime(0);
  return database.asSystem(async (db) => {
    const taken = await db
      .insert(jobs)
      .values({ ...held, kind, key: '', createdAt: now, runAt: now })
      .onConflictDoUpdate({
        target: [jobs.kind, jobs.key],
        set: held,
        setWhere: sql`${isFree(LEASE_MS)} and (${jobs.runAt} <= ${now} or ${jobs.runAt} > ${inDatabaseTime(everyMs)})`,
      })
      .returning({ kind: jobs.kind });
    if (taken.length > 0) return { lease };
    const [row] = await db
      .select({
        waitMs: sql<string>`extract(epoch from greatest(${jobs.runAt}, ${jobs.leaseUntil}) - ${now}) * 1000`,
      })
      .from(jobs)
      .where(isTurnOf(kind));
    return { waitMs: Math.max(0, Number(row?.waitMs ?? 0)) };
  });
}

/**
 * Called at the start of a process: deletes the recorded runs of these jobs, which need no lease.
 * With an embedded database, which only one process uses, all leases are released as well.
 */
export async function resetJobs(database: Database, kinds: readonly string[]): Promise<void> {
  await database.asSystem(async (db) => {
    await db.delete(jobs).where(and(inArray(jobs.kind, [...kinds]), eq(jobs.key, '')));
    if (database.kind === 'embedded') await db.update(jobs).set(FREE).where(isNotNull(jobs.lease));
  });
}

export interface LeaseEnd {
  /** The lease of the run; undefined if the job needs none. */
  readonly lease: string | undefined;
  readonly nextMs: number;
  readonly failures: number;
  readonly reason: string | undefined;
}

/**
 * Records the end of a run and schedules the next run. Has no effect if another process has
 * acquired the lease meanwhile.
 */
export async function releaseLease(database: Database, kind: string, end: LeaseEnd): Promise<void> {
  const now = inDatabaseTime(0);
  const noted = {
    runAt: inDatabaseTime(end.nextMs),
    attempts: end.failures,
    lastError: end.reason ?? null,
    ...FREE,
  };
  const isOwn = end.lease === undefined ? gt(jobs.attempts, 0) : eq(jobs.lease, end.lease);
  await database.asSystem(async (db) => {
    if (end.lease === undefined && end.reason !== undefined) {
      await db
        .insert(jobs)
        .values({ ...noted, kind, key: '', createdAt: now })
        .onConflictDoUpdate({ target: [jobs.kind, jobs.key], set: noted });
    } else {
      await db
        .update(jobs)
        .set(noted)
        .where(and(isTurnOf(kind), isOwn));
    }
  });
}

/**
 * Ends the exclusive lease so that other servers can join the run at once. The server that joined
 * last records the end of the run.
 */
export async function shareLease(database: Database, lease: string): Promise<void> {
  await database.asSystem((db) =>
    db
      .update(jobs)
      .set({ leaseUntil: inDatabaseTime(0) })
      .where(eq(jobs.lease, lease)),
  );
}

/**
 * Releases the lease of a job that this server cannot run; the job stays due for another server.
 */
export async function passLease(database: Database, lease: string): Promise<void> {
  await database.asSystem((db) => db.update(jobs).set(FREE).where(eq(jobs.lease, lease)));
}

export interface FailedItem {
  readonly key: string;
  readonly failures: number;
  /** True if the next retry is not due yet. */
  readonly waits: boolean;
}

/**
 * Returns the items whose last attempt failed. Deletes failures of items that were not retried for
 * a day.
 */
export async function failedItems(database: Database, kind: string, mostMs: number) {
  const isPiece = and(eq(jobs.kind, kind), ne(jobs.key, ''));
  const isForgotten = lte(jobs.runAt, sql`clock_timestamp() - interval '1 day'`);
  const rows = await database.asSystem(async (db) => {
    const found = await db
      .select({
        key: jobs.key,
        failures: jobs.attempts,
        waits: sql<boolean>`${jobs.runAt} between ${inDatabaseTime(0)} and ${inDatabaseTime(mostMs)}`,
        isForgotten: sql<boolean>`${isForgotten}`,
      })
      .from(jobs)
      .where(isPiece);
    if (found.some((one) => one.isForgotten))
      await db.delete(jobs).where(and(isPiece, isForgotten));
    return found;
  });
  return new Map<string, FailedItem>(rows.map((row) => [row.key, row]));
}

export async function recordFailure(
  database: Database,
  kind: string,
  { key, accountId }: Piece,
  { failures, nextMs, reason }: Pick<LeaseEnd, 'failures' | 'nextMs' | 'reason'>,
): Promise<void> {
  const noted = { runAt: inDatabaseTime(nextMs), attempts: failures, lastError: reason ?? null };
  await database.asSystem((db) =>
    db
      .insert(jobs)
      .values({ ...noted, kind, key, accountId: accountId ?? null, createdAt: inDatabaseTime(0) })
      .onConflictDoUpdate({ target: [jobs.kind, jobs.key], set: noted }),
  );
}

/** Deletes the failure after the item has succeeded. */
export async function forgetFailure(database: Database, kind: string, key: string): Promise<void> {
  await database.asSystem((db) =>
    db.delete(jobs).where(and(eq(jobs.kind, kind), eq(jobs.key, key))),
  );
}
