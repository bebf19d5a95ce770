import { asc, sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { jobs } from '#database/schema/jobs.ts';
import { type CheckResult, ok } from './check-result.ts';

/** State of the jobs of one kind, without data of a household. */
interface JobsOfKind {
  readonly kind: string;
  /** Number of waiting single jobs and failed work items, without the recurring jobs themselves. */
  readonly waiting: number;
  readonly oldest: string | null;
  readonly failed: number;
  readonly lastError: string | null;
  /** True if the recurring job itself fails, not one of its work items. */
  readonly isFailing: boolean;
}

export async function lookAtJobs(database: Database): Promise<CheckResult> {
  const rows: JobsOfKind[] = await database.asSystem((db) =>
    db
      .select({
        kind: jobs.kind,
        waiting: sql<number>`count(*) filter (where ${jobs.key} <> '')`,
        oldest: sql<string | null>`to_char(
          min(${jobs.createdAt}) filter (where ${jobs.key} <> '') at time zone 'UTC',
          'YYYY-MM-DD HH24:MI')`,
        failed: sql<number>`count(${jobs.lastError})`,
        lastError: sql<string | null>`(array_agg(${jobs.lastError} order by ${jobs.runAt} desc)
          filter (where ${jobs.lastError} is not null))[1]`,
        isFailing: sql<boolean>`bool_or(${jobs.key} = '' and ${jobs.lastError} is not null)`,
      })
      .from(jobs)
      .groupBy(jobs.kind)
      .having(sql`count(*) filter (where ${jobs.key} <> '') > 0 or count(${jobs.lastError}) > 0`)
      .orderBy(asc(jobs.kind)),
  );
  if (rows.length === 0) return ok('Nothing waits, and nothing failed.');
  return { state: stateOf(rows), sentence: `${rows.map(wordsOf).join('; ')}.` };
}

function stateOf(rows: readonly JobsOfKind[]): CheckResult['state'] {
  if (rows.some(({ isFailing }) => isFailing)) return 'bad';
  return rows.some(({ failed }) => failed > 0) ? 'note' : 'good';
}

function wordsOf({ kind, waiting, oldest, failed, lastError }: JobsOfKind): string {
  const wait = waiting === 0 ? [] : [`${waiting} waiting, the oldest since ${oldest} (UTC)`];
  const failures = failed === 0 ? [] : [`${failed} failed, the last with ${lastError}`];
  return `${kind}: ${[...wait, ...failures].join(', ')}`;
}
