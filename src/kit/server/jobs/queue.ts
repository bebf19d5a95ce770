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
import { HOUR_MS, MINUTE_MS } from '#kit/shared/durations.ts';
import { codeOf } from '#kit/shared/failures.ts';

/** A single job that was claimed. */
export type Job = typeof jobs.$inferSelect;

/** What is put into the queue. */
export interface NewJob {
  readonly kind: string;
  readonly key: string;
  /** None unless told. */
  readonly lane?: string;
  readonly accountId: string;
  readonly urgent: boolean;
  readonly createdAt: Date;
  readonly runAt: Date;
}

/** A process that dies holds a job no longer; one that lives holds it for as long as it takes. */
const LEASE_MS = 2 * MINUTE_MS;

/** No job waits longer: one that does was noted by a clock that was ahead, and is due. */
const LONGEST_WAIT_MS = 2 * HOUR_MS;

/** Leases go by the clock that all servers share. */
export const inDatabaseTime = (ms: number) =>
  sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Nobody holds it; what is held for longer than a lease was noted by a clock that was ahead. */
export const isFree = (leaseMs: number) =>
  or(
    isNull(jobs.leaseUntil),
    lte(jobs.leaseUntil, inDatabaseTime(0)),
    gt(jobs.leaseUntil, inDatabaseTime(leaseMs)),
  );

export const FREE = { lease: null, leaseUntil: null };

/**
 * Puts jobs into the queue, in the transaction that decides them. However many there are, it is one
 * statement of one parameter.
 */
export async function putJobs(db: Db, added: readonly NewJob[]): Promise<void> {
  if (added.length === 0) return;
  await db.execute(sql`
    insert into ${jobs} (kind, key, lane, account_id, urgent, created_at, run_at)
    select kind, key, coalesce(lane, ''), "accountId", urgent, "createdAt", "runAt"
    from json_to_recordset(${JSON.stringify(added)}::json) as added (kind text, key text, lane text,
      "accountId" uuid, urgent boolean, "createdAt" timestamptz, "runAt" timestamptz)`);
}

/** Takes jobs back that nobody has begun; answers their keys. */
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

/** Of which jobs some are claimed: of a lane, or of all lanes of the kind but those. */
export interface Lane {
  readonly kind: string;
  readonly lane?: string | undefined;
  readonly except?: readonly string[];
}

/** Takes jobs of a lane that are due, urgent ones first; what another process takes is passed over. */
export async function claim(
  db: Db,
  { kind, lane, except = [] }: Lane,
  now: Date,
  most: number,
): Promise<Job[]> {
  const isInLane = lane === undefined ? notInArray(jobs.lane, [...except]) : eq(jobs.lane, lane);
  const isDue = or(lte(jobs.runAt, now), gt(jobs.runAt, new Date(now.getTime() + LONGEST_WAIT_MS)));
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

/** The outcome of a job: tried again then, or over. What another process has claimed is left to it. */
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

/** Does the work for as long as it takes and renews its lease meanwhile. */
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
  // When the database cannot be reached the next one may reach it; nobody else reaches it meanwhile.
  const timer = setInterval(() => void renew().catch(() => undefined), leaseMs / 4);
  timer.unref();
  return work().finally(() => clearInterval(timer));
}

/** What failed, for the operator: its class and code, nothing that people wrote. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = codeOf(error) ?? codeOf(error.cause);
  return code === undefined ? error.name : `${error.name} ${code}`;
}
