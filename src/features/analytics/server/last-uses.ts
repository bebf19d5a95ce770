import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsDays, analyticsEvents } from '#database/schema/analytics.ts';
import { users } from '#database/schema/households.ts';
import { DAY_MS } from '#kit/shared/durations.ts';

/** Whoever uses a tablet at all mostly did so in these last days: in two parts by month, or one. */
const LATELY_MS = 28 * DAY_MS;

/** When each of these people used something last, by their id; whoever never did is not in it. */
export async function lastUses(
  db: Db,
  accountId: string,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (userIds.length === 0) return new Map();
  const since = new Date(now.getTime() - LATELY_MS).toISOString();
  const until = new Date(now.getTime() + DAY_MS).toISOString();
  const when = sql`e.happened_at >= ${since} and e.happened_at < ${until}`;
  // Of the sums, by their index; a day is another one elsewhere.
  const dayOf = (order: SQL) => sql`(
    select d.day from ${analyticsDays} d where d.account_id = ${accountId}
    order by d.day ${order} limit 1
  )`;
  const hasOthers = sql`${dayOf(sql`asc`)} <= ${since}::date + 1
    or ${dayOf(sql`desc`)} >= ${until}::date - 1`;
  const found = await lastOf(db, accountId, userIds, { when, hasOthers });
  const left = found.flatMap(({ id, at, isMore }) => (at === null && isMore === true ? [id] : []));
  const all = { when: sql`true`, hasOthers: sql`false` };
  const others = left.length === 0 ? [] : await lastOf(db, accountId, left, all);
  return new Map(
    [...found, ...others].flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])),
  );
}

interface Looking {
  /** Which uses, as `e`. */
  readonly when: SQL;
  /** Whether the household has any at other times. */
  readonly hasOthers: SQL;
}

function lastOf(
  db: Db,
  accountId: string,
  userIds: readonly string[],
  { when, hasOthers }: Looking,
) {
  const last = sql<Date | null>`(
    select e.happened_at from ${analyticsEvents} e
    where e.account_id = ${accountId} and e.user_id = ${users}.id and ${when}
    order by e.happened_at desc limit 1
  )`.mapWith(analyticsEvents.happenedAt);
  return db
    .select({ id: users.id, at: last, isMore: sql<boolean | null>`${hasOthers}` })
    .from(users)
    .where(and(eq(users.accountId, accountId), inArray(users.id, [...userIds])));
}
