import { sql } from 'drizzle-orm';
import { dayNotes, measureValues } from '#database/schema/measures.ts';
import type { ScheduledJob } from '#platform/server/feature.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { TAKEN_BACK_RETENTION_DAYS } from '../limits.ts';

/** Maximum number of rows per transaction, so that other requests do not wait long. */
const AT_ONCE = 1_000;

/** Erases values and notes that were deleted 30 days ago. */
export const eraseTakenBack: ScheduledJob = {
  name: 'values and notes that were taken back',
  everyMs: HOUR_MS,
  async run({ database, now }) {
    const until = new Date(now().getTime() - TAKEN_BACK_RETENTION_DAYS * DAY_MS).toISOString();
    for (const table of [measureValues, dayNotes]) {
      let erased: number;
      do {
        erased = await database.asSystem(async (db) => {
          const rows = await db
            .delete(table)
            .where(
              sql`(${table.id}, ${table.accountId}) in (
                select t.id, t.account_id from ${table} t where t.taken_back_at < ${until} limit ${AT_ONCE})`,
            )
            .returning({ id: table.id });
          return rows.length;
        });
      } while (erased === AT_ONCE);
    }
  },
};
