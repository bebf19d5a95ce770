import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/connect.ts';

/** Reference clocks to detect a wrong system clock. */
export interface SteadyClock {
  /** Milliseconds of a monotonic clock, which cannot be set and pauses while the machine sleeps. */
  elapsed(): number;
  /** Returns the system time of the database server; undefined if the database is embedded. */
  ofDatabase(): Promise<Date | undefined>;
}

const answer = z.object({ rows: z.array(z.object({ ms: z.coerce.number() })).length(1) });

export function steadyClock(database: Database): SteadyClock {
  return {
    elapsed: () => performance.now(),
    async ofDatabase() {
      if (database.kind !== 'postgres') return undefined;
      const result: unknown = await database.asSystem((db) =>
        db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`),
      );
      const [row] = answer.parse(result).rows;
      return row && new Date(row.ms);
    },
  };
}
