import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/connect.ts';

/** What tells that the time of day is wrong. */
export interface SteadyClock {
  /** Milliseconds of a clock that nobody can set, and that stands while the machine sleeps. */
  elapsed(): number;
  /** The time of day of the database's machine, where it is a server of its own. */
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
