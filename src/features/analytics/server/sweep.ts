import { sql } from 'drizzle-orm';
import type { Database } from '#database/connect.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { accounts } from '#database/schema/households.ts';
import type { Round } from '#kit/server/feature.ts';

/** So long an event is kept by itself; the sums of its day stay for ever. */
export const KEPT_DAYS = 400;

const DAY_MS = 24 * 3600 * 1000;

/** So many are deleted in one transaction: who waits for the database waits for no more. */
const AT_ONCE = 1_000;

/** So many transactions in one round: the next one goes on. */
const MOST_TIMES = 200;

/** Removes old events, which nobody reads any more. */
export const analyticsRound: Round = {
  name: 'analytics',
  everyMs: 3600_000,
  async run({ database, now }) {
    const until = new Date(now().getTime() - KEPT_DAYS * DAY_MS);
    for (let times = 0; times < MOST_TIMES; times += 1) {
      if ((await deleteSome(database, until)) < AT_ONCE) return;
    }
  },
};

/** By household, because that is how the index has them. */
async function deleteSome(database: Database, until: Date): Promise<number> {
  const gone = await database.asSystem((db) =>
    db
      .delete(analyticsEvents)
      .where(
        sql`${analyticsEvents.id} in (
          select old.id from ${accounts} a cross join lateral (
            select e.id from ${analyticsEvents} e
            where e.account_id = a.id and e.happened_at < ${until.toISOString()}
            order by e.happened_at
            limit ${AT_ONCE}
          ) old
          limit ${AT_ONCE}
        )`,
      )
      .returning({ id: analyticsEvents.id }),
  );
  return gone.length;
}
