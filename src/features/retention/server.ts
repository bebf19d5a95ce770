import { and, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { createPartitions, dropPartitionsBefore } from '#database/partitions.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { auditEntries } from '#database/schema/audit.ts';
import { accounts } from '#database/schema/households.ts';
import { dayNotes, measureValues } from '#database/schema/measures.ts';
import { doseSnoozes, medicationLogs } from '#database/schema/medications.ts';
import {
  type Feature,
  feature,
  type JobContext,
  type ScheduledJob,
  type Stale,
} from '#platform/server/feature.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import type { Retention } from './server/config.ts';

export { readRetention } from './server/config.ts';

/** Maximum number of rows per transaction, so that other requests wait only briefly. */
const AT_ONCE = 1_000;

/** Maximum number of transactions per run; the next run continues. */
const MAX_TIMES = 200;

/** Rows that can be deleted by age. They need an index on `accountId` and `at`. */
interface OldRows {
  readonly table: PgTable;
  readonly key: readonly PgColumn[];
  readonly accountId: PgColumn;
  readonly at: PgColumn;
  /**
   * True for a table with monthly partitions by `at`. A partition whose rows are all old is
   * dropped; other old rows are deleted one by one.
   */
  readonly isInParts?: true;
  /** Restricts the rows that may be deleted. */
  readonly only?: SQL;
  /** Cached responses to invalidate. */
  readonly stale?: Stale;
}

/** Only single events are deleted; the daily sums are kept forever. */
const ANALYTICS = inParts(analyticsEvents, analyticsEvents.happenedAt);

const AUDIT = inParts(auditEntries, auditEntries.at);

const MEDICATION_LOGS = byId(medicationLogs, medicationLogs.loggedAt, {
  // A pending log is excluded, because its answer was undone and it still waits for another one.
  only: ne(medicationLogs.status, 'pending'),
  stale: { answers: 'medication-logs' },
});

const MEASURES = byId(measureValues, measureValues.measuredAt, {
  stale: { answers: 'measure-values' },
});

const SNOOZES: OldRows = {
  table: doseSnoozes,
  key: [
    doseSnoozes.accountId,
    doseSnoozes.medicationId,
    doseSnoozes.localDate,
    doseSnoozes.time,
    doseSnoozes.minute,
  ],
  accountId: doseSnoozes.accountId,
  at: doseSnoozes.at,
};

const NOTES = byId(dayNotes, dayNotes.writtenAt, { stale: { answers: 'day-notes' } });

type OwnTable = PgTable & Readonly<Record<'accountId' | 'id', PgColumn>>;

function inParts(table: OwnTable, at: PgColumn): OldRows {
  const { accountId, id } = table;
  return { table, key: [accountId, at, id], accountId, at, isInParts: true };
}

function byId(table: OwnTable, at: PgColumn, rest: Pick<OldRows, 'only' | 'stale'>): OldRows {
  const { accountId, id } = table;
  return { table, key: [id, accountId], accountId, at, ...rest };
}

/** Creates the partitions of the next months in advance. */
const PARTS: ScheduledJob = {
  name: 'parts by month',
  everyMs: HOUR_MS,
  run: ({ database, now }) => database.asSystem((db) => createPartitions(db, now())),
};

export function retentionFeature(options: Retention): Feature {
  const jobs = [
    [PARTS],
    roundOf('analytics', ANALYTICS, options.analyticsDays),
    roundOf('audit trail', AUDIT, options.auditDays),
    roundOf('medication logs', MEDICATION_LOGS, options.medicationLogDays),
    roundOf('snoozes', SNOOZES, options.medicationLogDays),
    // Measurements and notes are shown together with the dose logs, so they expire together.
    roundOf('measures', MEASURES, options.medicationLogDays),
    roundOf('notes', NOTES, options.medicationLogDays),
  ];
  return feature({}, {}, jobs.flat());
}

function roundOf(what: string, rows: OldRows, days: number | undefined): ScheduledJob[] {
  if (days === undefined) return [];
  return [{ name: `old ${what}`, everyMs: HOUR_MS, run: (parts) => deleteOld(parts, rows, days) }];
}

async function deleteOld(parts: JobContext, rows: OldRows, days: number): Promise<void> {
  const until = new Date(parts.now().getTime() - days * DAY_MS);
  if (rows.isInParts) await dropPartitionsBefore(parts.database, rows.table, until);
  for (let times = 0; times < MAX_TIMES; times += 1) {
    if ((await deleteSome(parts, rows, until)) < AT_ONCE) return;
  }
}

/** Deletes a batch household by household, as the index is ordered; returns the number of rows. */
async function deleteSome(
  { changeAsSystem }: JobContext,
  { table, key, accountId, at, only, stale }: OldRows,
  until: Date,
): Promise<number> {
  const isOld = and(lt(at, until), only);
  const columns = sql.join([...key], sql`, `);
  return changeAsSystem(async (db, changed) => {
    const rows = await db
      .delete(table)
      .where(
        // The age condition is repeated in the outer query, so that PostgreSQL prunes the other
        // partitions.
        and(
          isOld,
          sql`(${columns}) in (
            select old.* from ${accounts} a cross join lateral (
              select ${columns} from ${table} where ${accountId} = a.id and ${isOld}
              order by ${at} limit ${AT_ONCE}
            ) old
            limit ${AT_ONCE}
          )`,
        ),
      )
      .returning({ accountId });
    const households = new Set(rows.map((row) => String(row.accountId)));
    if (stale) for (const one of households) changed(one, stale);
    return rows.length;
  });
}
