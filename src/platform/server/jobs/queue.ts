import { randomUUID } from 'node:crypto';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Database, Db } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { codeOf } from '#platform/shared/failures.ts';

/** A claimed job. */
export type Job = typeof jobs.$inferSelect;

export interface NewJob {
  readonly kind: string;
  readonly key: string;
  /** Default: no lane. */
  readonly lane?: string;
  readonly accountId: string;
  readonly urgent: boolean;
  readonly createdAt: Date;
  readonly runAt: Date;
}

/**
 * Lease duration of a claimed job. A running process renews the lease; after a crash another
 * process can claim the job when the lease has expired.
 */
const LEASE_MS = 2 * MINUTE_MS;

/**
 * Maximum delay of a job. If a job is due later than this, a wrong clock has set its time, so the
 * job counts as due.
 */
const MAX_WAIT_MS = 2 * HOUR_MS;

/** Leases use the clock of the database, which all servers share. */
export const inDatabaseTime = (ms: number) =>
  sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * True if the job has no valid lease. A lease longer than `leaseMs` was set by a clock that was
 * ahead and is ignored.
 */
export const isFree = (leaseMs: number) =>
  or(
    isNull(jobs.leaseUntil),
    lte(jobs.leaseUntil, inDatabaseTime(0)),
    gt(jobs.leaseUntil, inDatabaseTime(leaseMs)),
  );

export const FREE = { lease: null, leaseUntil: null };

/**
 * Enqueues jobs within the caller's transaction, with one statement and one parameter for any
 * number of jobs.
 */
export async function putJobs(db: Db, added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await db.execute(sql`
    insert into ${jobs} (kind, key, lane, account_id, urgent, created_at, run_at)
    select kind, key, coalesce(lane, ''), "accountId", urgent, "createdAt", "runAt"
    from json_to_recordset(${JSON.stringify(added)}::json) as added (kind text, key text, lane text,
      "accountId" uuid, urgent boolean, "createdAt" timestamptz, "runAt" timestamptz)`);
}

/** Deletes the jobs that were not claimed yet; returns their keys. */
export async function withdraw(
  db: Db,
  accountId: string,
  kinds: readonly string[],
  keys: SQL,
): Promise<string[]> {
  const taken = await db
    .delete(jobs)
    .where(
      and(
        eq(jobs.accountId, accountId),
        inArray(jobs.kind, [...kinds]),
        eq(jobs.attempts, 0),
        sql`${jobs.key} in ${keys}`,
      ),
    )
    .returning({ key: jobs.key });
  return taken.map(({ key }) => key);
}

/** Selects jobs for a claim: one lane, or all lanes of the kind except some. */
export interface Lane {
  readonly kind: string;
  readonly lane?: string | undefined;
  readonly except?: readonly string[];
}

/**
 * Claims due jobs of a lane, urgent ones first. Skips jobs that another process is claiming at the
 * same time.
 */
export async function claim(
  db: Db,
  { kind, lane, except = [] }: Lane,
  now: Date,
  most: number,
): Promise<Job[]> {
  const isInLane = lane === undefined ? notInArray(jobs.lane, [...except]) : eq(jobs.lane, lane);
  const isDue = or(lte(jobs.runAt, now), gt(jobs.runAt, new Date(now.getTime() + MAX_WAIT_MS)));
  const due = db
    .select({ key: jobs.key })
    .from(jobs)
    .where(and(eq(jobs.kind, kind), isInLane, isDue, isFree(LEASE_MS)))
    .orderBy(desc(jobs.urgent), asc(jobs.runAt))
    .limit(most)
    .for('update', { skipLocked: true });
  return db
    .update(jobs)
    .set({
      lease: randomUUID(),
      leaseUntil: inDatabaseTime(LEASE_MS),
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(and(eq(jobs.kind, kind), sql`${jobs.key} = any(array(${due}))`))
    .returning();
}

/**
 * Records the outcome of a job: rescheduled at `again.at`, or finished and deleted if `again` is
 * undefined. Has no effect if another process has claimed the job meanwhile.
 */
export async function settle(
  db: Db,
  { kind, key, lease }: Pick<Job, 'kind' | 'key' | 'lease'>,
  again: { readonly at: Date; readonly reason: string } | undefined,
): Promise<void> {
  const isIt = and(eq(jobs.kind, kind), eq(jobs.key, key), sql`${jobs.lease} = ${lease}`);
  if (again === undefined) await db.delete(jobs).where(isIt);
  else {
    await db
      .update(jobs)
      .set({ runAt: again.at, lastError: again.reason, ...FREE })
      .where(isIt);
  }
}

/** Renews the lease until `work` ends. */
export async function holding<T>(
  database: Database,
  lease: string,
  work: () => Promise<T>,
  leaseMs = LEASE_MS,
): Promise<T> {
  const renew = () =>
    database.asSystem((db) =>
      db
        .update(jobs)
        .set({ leaseUntil: inDatabaseTime(leaseMs) })
        .where(eq(jobs.lease, lease)),
    );
  // A failed renewal is ignored: the next one may succeed, and while the database is unreachable no
  // other server can claim the job either.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 4);
  timer.unref();
  return work().finally(() => clearInterval(timer));
}

/** Describes a failure for the operator by class and code, without user input. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = codeOf(error) ?? codeOf(error.cause);
  return code === undefined ? error.name : `${error.name} ${code}`;
}
