import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#database/connect.ts';
import { analyticsEvents } from '#database/schema/analytics.ts';
import { users } from '#database/schema/households.ts';

/** When each of these people used something last, by their id; whoever never did is not in it. */
export async function lastUses(
  db: Db,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  if (userIds.length === 0) return new Map();
  const last = sql<Date | null>`(
    select e.happened_at from ${analyticsEvents} e
    where e.account_id = ${users}.account_id and e.user_id = ${users}.id
    order by e.happened_at desc limit 1
  )`.mapWith(analyticsEvents.happenedAt);
  const rows = await db
    .select({ id: users.id, at: last })
    .from(users)
    .where(and(eq(users.accountId, accountId), inArray(users.id, [...userIds])));
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at] as const])));
}
