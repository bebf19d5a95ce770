import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsDays, analyticsEvents } from '#database/schema/analytics.ts';
import { users } from '#database/schema/households.ts';
import { type RecentSpan, recentSpan } from './recent-span.ts';

/** Returns the last use of each of these people by user id; people without a use are missing. */
export async function lastUses(
  db: Db,
  accountId: string,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (userIds.length === 0) return new Map();
  const span = recentSpan(now);
  const when = sql`e.happened_at >= ${span.since.toISOString()}
    and e.happened_at < ${span.until.toISOString()}`;
  const found = await lastOf(db, accountId, userIds, { when, isMore: hasOthers(accountId, span) });
  const left = found.flatMap(({ id, at, isMore }) => (at === null && isMore === true ? [id] : []));
  const all = { when: sql`true`, isMore: sql<boolean>`false` };
  const others = left.length === 0 ? [] : await lastOf(db, accountId, left, all);
  return new Map(
    [...found, ...others].flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])),
  );
}

/** True if the household has uses outside of the span, by its daily sums; null if it has none. */
function hasOthers(accountId: string, { since, until }: RecentSpan): SQL<boolean | null> {
  // Reads the first and last day from the index; one `exists` with both conditions would scan all
  // days. One day of tolerance covers the time zones.
  const day = (order: SQL) => sql`(
    select d.day from ${analyticsDays} d where d.account_id = ${accountId}
    order by d.day ${order} limit 1
  )`;
  return sql`${day(sql`asc`)} <= ${since.toISOString()}::date + 1
    or ${day(sql`desc`)} >= ${until.toISOString()}::date`;
}

interface Looking {
  /** Condition on the uses, which have the alias `e`. */
  readonly when: SQL;
  readonly isMore: SQL<boolean | null>;
}

function lastOf(db: Db, accountId: string, userIds: readonly string[], { when, isMore }: Looking) {
  const last = sql<Date | null>`(
    select e.happened_at from ${analyticsEvents} e
    where e.account_id = ${accountId} and e.user_id = ${users}.id and ${when}
    order by e.happened_at desc limit 1
  )`.mapWith(analyticsEvents.happenedAt);
  return db
    .select({ id: users.id, at: last, isMore })
    .from(users)
    .where(and(eq(users.accountId, accountId), inArray(users.id, [...userIds])));
}
