import { statfs } from 'node:fs/promises';
import { count, min, sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { accounts } from '#database/schema/households.ts';
import { jobs } from '#database/schema/jobs.ts';
import { backupState } from '#features/backup/server.ts';
import type { Measure, Measuring, Reading } from '#platform/server/http/metrics.ts';
import { SECOND_MS } from '#platform/shared/durations.ts';
import { readCareState } from './care-state.ts';
import type { Config } from './config.ts';

interface Parts {
  readonly config: Pick<Config, 'dataDir' | 'backupDir'>;
  readonly database: Database;
  now(): Date;
}

/**
 * Returns the metrics of the product, in addition to those of the process. They contain no data of
 * a single household.
 */
export function collectMetrics(parts: Parts): readonly Measuring[] {
  return [jobMeasures(parts), careMeasures(parts), storageMeasures(parts), backupMeasures(parts)];
}

const BY_KIND = { labels: ['kind'] } as const;

function jobMeasures({ database, now }: Parts): Measuring {
  return {
    measures: [
      { name: 'jobs_waiting', help: 'Jobs that wait, such as letters.', ...BY_KIND },
      { name: 'jobs_failed', help: 'Jobs whose last try failed.', ...BY_KIND },
      {
        name: 'jobs_oldest_due_seconds',
        help: 'For how long the oldest job has been due.',
        ...BY_KIND,
      },
    ],
    async read() {
      const at = now();
      const rows = await database.asSystem((db) =>
        db
          .select({
            kind: jobs.kind,
            waiting: sql<number>`count(*) filter (where ${jobs.key} <> '')`,
            failed: count(jobs.lastError),
            oldest: min(jobs.runAt),
          })
          .from(jobs)
          .groupBy(jobs.kind),
      );
      return rows.flatMap(({ kind, waiting, failed, oldest }) => [
        { name: 'jobs_waiting', labels: { kind }, value: waiting },
        { name: 'jobs_failed', labels: { kind }, value: failed },
        { name: 'jobs_oldest_due_seconds', labels: { kind }, value: secondsSince(oldest, at) },
      ]);
    },
  };
}

/** Age in seconds; 0 for null and for a time in the future. */
function secondsSince(instant: Date | null, now: Date): number {
  return instant === null ? 0 : Math.max(0, now.getTime() - instant.getTime()) / SECOND_MS;
}

function careMeasures({ database, now }: Parts): Measuring {
  return {
    measures: [
      { name: 'households', help: 'Households on this server.' },
      { name: 'households_due', help: 'Households of which a dose is to be settled now.' },
      {
        name: 'settling_late_seconds',
        help: 'How long the oldest dose has waited to be called overdue or missed.',
      },
      { name: 'letters_failed', help: 'Letters of the last day that did not leave.', ...BY_KIND },
    ],
    read() {
      const at = now();
      return database.asSystem(async (db) => {
        const [homes] = await db.select({ all: count() }).from(accounts);
        const { due, oldestDue, unsent } = await readCareState(db, at);
        return [
          { name: 'households', value: homes?.all ?? 0 },
          { name: 'households_due', value: due },
          { name: 'settling_late_seconds', value: secondsSince(oldestDue, at) },
          ...unsent.map(({ kind, all }) => ({
            name: 'letters_failed',
            labels: { kind },
            value: all,
          })),
        ];
      });
    },
  };
}

function storageMeasures({ config, database }: Parts): Measuring {
  return {
    measures: [
      { name: 'free_space_bytes', help: 'Free space where DATA_DIR lies.' },
      { name: 'database_statements', help: 'Statements sent to the database since the start.' },
    ],
    async read() {
      const { bavail, bsize } = await statfs(config.dataDir);
      return [
        { name: 'free_space_bytes', value: bavail * bsize },
        { name: 'database_statements', value: database.statements() },
      ];
    },
  };
}

const BACKUP_MEASURES: readonly Measure[] = [
  { name: 'backup_age_seconds', help: 'How long ago the night of the newest backup began.' },
  { name: 'backup_failed', help: '1 when the last nightly backup failed.' },
];

/** Metrics of the backups; empty if no backup folder is configured. */
function backupMeasures({ config: { backupDir, dataDir }, now }: Parts): Measuring {
  if (backupDir === undefined) return { measures: [], read: async () => [] };
  return {
    measures: BACKUP_MEASURES,
    async read() {
      const at = now();
      const { newest, failure } = await backupState({ backupDir, dataDir }, at);
      const age: Reading[] =
        newest === undefined
          ? []
          : [{ name: 'backup_age_seconds', value: secondsSince(new Date(newest), at) }];
      return [...age, { name: 'backup_failed', value: failure === undefined ? 0 : 1 }];
    },
  };
}
